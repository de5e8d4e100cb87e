// rescale from i32 to i16: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>) {
  %1 = "tosa.const"() <{values = dense<[[[-1421526373, -1134250807, 2001899350], [-739017590, -1981336388, -2147483648], [-1320678755, 2147483647, -845809357]], [[-462969007, 366020750, 2147483647], [1056497436, 279155988, -2147483648], [-2147483648, -2147483648, 2147483647]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %2 = "tosa.const"() <{values = dense<1895218890> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %7 = "tosa.const"() <{values = dense<[[[-2147483648, -2147483648, 2147483647], [2147483647, -751458470, 2147483647], [-2147483648, -2147483648, 2147483647]], [[-156257633, 2147483647, -1427243714], [-2147483648, 2147483647, 2147483647], [-130383958, -98930511, -2147483648]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %8 = "tosa.const"() <{values = dense<[1289153330, 1378404394, 1687835915]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %9 = "tosa.const"() <{values = dense<[37, 35, 34]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %13 = "tosa.const"() <{values = dense<[[[2147483647, 233668101, -1585155656], [1899593436, 44795260, -2147483648], [2147483647, -2147483648, -2147483648]], [[2147483647, 2147483647, 2147483647], [262834869, -2147483648, -2147483648], [-723077144, -344689374, 2147483647]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %14 = "tosa.const"() <{values = dense<1437575309> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<35> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %19 = "tosa.const"() <{values = dense<[[[2147483647, 2147483647, 2147483647], [1860121130, 1851545535, -1565976478], [151165123, -2147483648, 1495883948]], [[-2147483648, 2147483647, -993789053], [-2147483648, 2147483647, -2147483648], [1916445360, -2147483648, -2147483648]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %20 = "tosa.const"() <{values = dense<[1792613526, 1725668626, 1877900628]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[36, 35, 41]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi32>, tensor<3xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %25 = "tosa.const"() <{values = dense<[[[2147483647, 2147483647, 2147483647], [2147483647, -2147483648, 2147483647], [-382958587, -345344294, 1569465877]], [[-832462057, 1350367179, 2147483647], [2147483647, 1944237526, -2147483648], [-2147483648, 2147483647, 1714944060]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %26 = "tosa.const"() <{values = dense<29427> : tensor<1xi16>}> : () -> tensor<1xi16>
  %27 = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %28 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %29 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %31 = "tosa.const"() <{values = dense<[[[-2147483648, 1335906808, 2147483647], [-474608003, -2147483648, -2147483648], [2147483647, -2147483648, -2147483648]], [[2147483647, -2147483648, 1673366638], [2147483647, 1261591833, 2147483647], [-2147483648, -2147483648, 300021855]]]> : tensor<2x3x3xi32>}> : () -> tensor<2x3x3xi32>
  %32 = "tosa.const"() <{values = dense<[24192, 19600, 29768]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %33 = "tosa.const"() <{values = dense<[39, 37, 39]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %35 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi32>, tensor<3xi16>, tensor<3xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<2x3x3xi16>
  return %6, %12, %18, %24, %30, %36 : tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>
}
