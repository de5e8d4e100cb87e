// rescale from i32 to i8: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>) {
  %1 = "tosa.const"() <{values = dense<[[[2023529103, 2147483647, -2147483648], [460602664, 2147483647, -2147483648], [2005613391, -2147483648, -2147483648]], [[-462561136, 2147483647, -1566277318], [2147483647, -2147483648, -2147483648], [-2147483648, -2147483648, 2147483647]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %2 = "tosa.const"() <{values = dense<1840156764> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %5 = "tosa.const"() <{values = dense<-70> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %7 = "tosa.const"() <{values = dense<[[[1551944984, -892451348, 128714653], [-2147483648, -2147483648, -231922256], [2147483647, 2147483647, 2147483647]], [[2147483647, -2147483648, -1765247253], [1357785777, 2147483647, -648680180], [-2147483648, -2147483648, -1789719062]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %8 = "tosa.const"() <{values = dense<[1671229416, 1520203701, 1400241819]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %9 = "tosa.const"() <{values = dense<[43, 45, 37]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %11 = "tosa.const"() <{values = dense<78> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %13 = "tosa.const"() <{values = dense<[[[2147483647, -2147483648, 1377041895], [2147483647, -1936947644, 2147483647], [-1682677757, 2147483647, 2147483647]], [[2147483647, 828356675, 1146941875], [2147483647, -122621788, 2147483647], [2147483647, -2147483648, 6085139]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %14 = "tosa.const"() <{values = dense<1733102558> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<44> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %17 = "tosa.const"() <{values = dense<20> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %19 = "tosa.const"() <{values = dense<[[[-138747350, 2147483647, 2147483647], [2147483647, -2147483648, 201792834], [-598134585, 2147483647, -2147483648]], [[-428049943, 2147483647, -2147483648], [2147483647, 1524284482, 2147483647], [2147483647, 2147483647, 2147483647]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %20 = "tosa.const"() <{values = dense<[1947694760, 1875937679, 1327974746]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[34, 45, 34]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %23 = "tosa.const"() <{values = dense<-65> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %25 = "tosa.const"() <{values = dense<[[[2147483647, 24187446, -2147483648], [-2147483648, -2147483648, -2147483648], [-637383672, -2147483648, -2147483648]], [[-2147483648, 2147483647, -1911520297], [2147483647, 361783775, -1413389073], [-1418566599, -2147483648, -2147483648]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %26 = "tosa.const"() <{values = dense<20958> : tensor<1xi16>}> : () -> tensor<1xi16>
  %27 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %28 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %29 = "tosa.const"() <{values = dense<74> : tensor<1xi8>}> : () -> tensor<1xi8>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %31 = "tosa.const"() <{values = dense<[[[312226284, 972086428, 2147483647], [-2147483648, -1662258227, 2147483647], [-2147483648, 1147574482, 2147483647]], [[1782351502, -2147483648, -2147483648], [-2147483648, -2120873314, 2147483647], [-2147483648, -2147483648, -2147483648]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %32 = "tosa.const"() <{values = dense<[19483, 26647, 31555]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %33 = "tosa.const"() <{values = dense<[34, 38, 36]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %35 = "tosa.const"() <{values = dense<26> : tensor<1xi8>}> : () -> tensor<1xi8>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi16>, tensor<3xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x3xi8>
  return %6, %12, %18, %24, %30, %36 : tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>
}
