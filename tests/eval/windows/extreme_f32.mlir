// Functions of f32 at zeros, infinities, NaN, subnormal, tiny and huge numbers.
func.func @main() -> (tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<17x17xf32>) {
  %1 = "tosa.const"() <{values = dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0e-45, -1.0e-45, 1.17e-38, -1.17e-38, 1.1754944e-38, -1.1754944e-38, 3.4028234e+38, -3.4028234e+38, 1.0, -1.0, 0.5, -0.5, 0.999, 1.001, 2.0, 3.0, -3.0, 10.4, -10.4, 11.1, -9.7, -16.5, -17.4, 88.5, 88.7, 88.75, -87.0, -88.0, -103.5, -104.0, 709.7, 709.8, -745.0, -746.0, 3.14159265, 1.5707963, 6.2831853, 100.0, 1000.0, 30000.0, 100000.0, 10000000.0, 10000000000.0, 1000000000000000.0, 1.0e+22, 1.0e+30, 0.001, 1.0e-05, 1.0e-10, 1.0e-20, 1.0e-30, -0.001, -1.0e-05, -1.0e-20, 4.0, 5.0, -4.0, 9.0, 20.0, -20.0, 40.0, -40.0, 0.1, -0.1, 0.4375, 0.625, -0.01]> : tensor<72xf32>}> : () -> tensor<72xf32>
  %2 = tosa.exp %1 : (tensor<72xf32>) -> tensor<72xf32>
  %3 = tosa.log %1 : (tensor<72xf32>) -> tensor<72xf32>
  %4 = tosa.tanh %1 : (tensor<72xf32>) -> tensor<72xf32>
  %5 = tosa.erf %1 : (tensor<72xf32>) -> tensor<72xf32>
  %6 = tosa.sigmoid %1 : (tensor<72xf32>) -> tensor<72xf32>
  %7 = tosa.sin %1 : (tensor<72xf32>) -> tensor<72xf32>
  %8 = tosa.cos %1 : (tensor<72xf32>) -> tensor<72xf32>
  %9 = tosa.rsqrt %1 : (tensor<72xf32>) -> tensor<72xf32>
  %10 = tosa.reciprocal %1 : (tensor<72xf32>) -> tensor<72xf32>
  %11 = "tosa.const"() <{values = dense<[[0.0], [-0.0], [0x7F800000], [0xFF800000], [0x7FC00000], [1.0e-45], [1.1754944e-38], [3.4028234e+38], [1.0], [-1.0], [0.5], [2.0], [-2.0], [1.001], [0.999], [10.0], [-3.0]]> : tensor<17x1xf32>}> : () -> tensor<17x1xf32>
  %12 = "tosa.const"() <{values = dense<[[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.0, -1.0, 2.0, 3.0, -3.0, 0.5, -0.5, 1.5, 100.0, -100.0, 1000.0, 1.0e-45]]> : tensor<1x17xf32>}> : () -> tensor<1x17xf32>
  %13 = tosa.pow %11, %12 : (tensor<17x1xf32>, tensor<1x17xf32>) -> tensor<17x17xf32>
  return %2, %3, %4, %5, %6, %7, %8, %9, %10, %13 : tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<72xf32>, tensor<17x17xf32>
}
