// rescale from i32 to i32: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[2147483647, -2147483648, 359216863], [2147483647, 513441987, 2147483647], [-1877198305, -2147483648, 503122964]], [[925551722, 2147483647, 2147483647], [1907354378, 2147483647, -1268203589], [-2147483648, -1473000412, 2147483647]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %2 = "tosa.const"() <{values = dense<2049060793> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %7 = "tosa.const"() <{values = dense<[[[444136402, -17780528, -2147483648], [-2147483648, -715686998, 2147483647], [-1134588751, 2147483647, -2147483648]], [[-182936599, -497892060, -2147483648], [-2141359883, 557781153, -2147483648], [-2147483648, 2147483647, 1909143577]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %8 = "tosa.const"() <{values = dense<[2047803055, 1138321662, 1757465152]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %9 = "tosa.const"() <{values = dense<[36, 42, 38]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %13 = "tosa.const"() <{values = dense<[[[-2147483648, 2147483647, 957749399], [-2147483648, 2147483647, -507991310], [-903190030, 2147483647, -2147483648]], [[-850615704, -2147483648, -2147483648], [42896767, 1053181907, -2147483648], [2147483647, -2147483648, -2147483648]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %14 = "tosa.const"() <{values = dense<1942491095> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<45> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[-2147483648, -2147483648, -2147483648], [1566658, -2147483648, -2147483648], [50617569, 2147483647, -1021587696]], [[34659099, -2147483648, 2147483647], [2147483647, -2147483648, 635327251], [-2147483648, 2147483647, -1027114623]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %20 = "tosa.const"() <{values = dense<[1881243003, 1990887450, 1504079903]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[44, 42, 39]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %25 = "tosa.const"() <{values = dense<[[[-2147483648, -880218207, -2147483648], [-2147483648, -2147483648, 2147483647], [1033097750, -2147483648, -2147483648]], [[-2147483648, -2147483648, 589767348], [-2147483648, 2147483647, 1109289951], [-2147483648, 2147483647, -2110214785]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %26 = "tosa.const"() <{values = dense<30871> : tensor<1xi16>}> : () -> tensor<1xi16>
  %27 = "tosa.const"() <{values = dense<39> : tensor<1xi8>}> : () -> tensor<1xi8>
  %28 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %29 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %31 = "tosa.const"() <{values = dense<[[[2147483647, -647668542, 980832861], [341490136, -2147483648, 2147483647], [-2147483648, -2147483648, -2147483648]], [[-192754215, 2147483647, -2147483648], [-2147483648, 2147483647, 2147483647], [-2147483648, -2147483648, 284938954]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %32 = "tosa.const"() <{values = dense<[25997, 25153, 27279]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %33 = "tosa.const"() <{values = dense<[33, 36, 40]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %35 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi16>, tensor<3xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x3x3xi32>
  return %6, %12, %18, %24, %30, %36 : tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>
}
