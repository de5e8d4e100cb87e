// Functions of f16 at zeros, infinities, NaN, subnormal, tiny and huge numbers.
func.func @main() -> (tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<17x17xf16>) {
  %1 = "tosa.const"() <{values = dense<[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00, 6.0e-08, -6.0e-08, 6.09e-05, -6.09e-05, 6.104e-05, -6.104e-05, 65504.0, -65504.0, 1.0, -1.0, 0.5, -0.5, 0.999, 1.001, 2.0, 3.0, -3.0, 10.4, -10.4, 11.1, -9.7, -16.5, -17.4, 88.5, 88.7, 88.75, -87.0, -88.0, -103.5, -104.0, 709.7, 709.8, -745.0, -746.0, 3.14159265, 1.5707963, 6.2831853, 100.0, 1000.0, 30000.0, 0.001, 1.0e-05, -0.001, -1.0e-05, 4.0, 5.0, -4.0, 9.0, 20.0, -20.0, 40.0, -40.0, 0.1, -0.1, 0.4375, 0.625, -0.01]> : tensor<62xf16>}> : () -> tensor<62xf16>
  %2 = tosa.exp %1 : (tensor<62xf16>) -> tensor<62xf16>
  %3 = tosa.log %1 : (tensor<62xf16>) -> tensor<62xf16>
  %4 = tosa.tanh %1 : (tensor<62xf16>) -> tensor<62xf16>
  %5 = tosa.erf %1 : (tensor<62xf16>) -> tensor<62xf16>
  %6 = tosa.sigmoid %1 : (tensor<62xf16>) -> tensor<62xf16>
  %7 = tosa.sin %1 : (tensor<62xf16>) -> tensor<62xf16>
  %8 = tosa.cos %1 : (tensor<62xf16>) -> tensor<62xf16>
  %9 = tosa.rsqrt %1 : (tensor<62xf16>) -> tensor<62xf16>
  %10 = tosa.reciprocal %1 : (tensor<62xf16>) -> tensor<62xf16>
  %11 = "tosa.const"() <{values = dense<[[0.0], [-0.0], [0x7C00], [0xFC00], [0x7E00], [6.0e-08], [6.104e-05], [65504.0], [1.0], [-1.0], [0.5], [2.0], [-2.0], [1.001], [0.999], [10.0], [-3.0]]> : tensor<17x1xf16>}> : () -> tensor<17x1xf16>
  %12 = "tosa.const"() <{values = dense<[[0.0, -0.0, 0x7C00, 0xFC00, 0x7E00, 1.0, -1.0, 2.0, 3.0, -3.0, 0.5, -0.5, 1.5, 100.0, -100.0, 1000.0, 6.0e-08]]> : tensor<1x17xf16>}> : () -> tensor<1x17xf16>
  %13 = tosa.pow %11, %12 : (tensor<17x1xf16>, tensor<1x17xf16>) -> tensor<17x17xf16>
  return %2, %3, %4, %5, %6, %7, %8, %9, %10, %13 : tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<62xf16>, tensor<17x17xf16>
}
