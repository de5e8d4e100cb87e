// depthwise_conv2d: i16 by i8 accumulated in i48, result i48; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x3x3x6xi48>, tensor<2x2x6x6xi48>, tensor<1x4x2x3xi48>, tensor<1x1x1x5xi48>) {
  %1 = "tosa.const"() <{values = dense<[[[[-25258, 23657, 29690], [-22863, -240, 28700], [-7807, 16232, 31471]], [[4287, 25344, 19428], [6307, -16641, -26039], [3134, 15704, -8796]], [[-28031, -5215, 22063], [16690, 17230, -13485], [27436, 21942, -8536]], [[22556, -3821, -18675], [-1583, -28973, -19607], [-21342, -22147, 4279]], [[22569, -16918, -5637], [12791, 9661, 15492], [-14270, 6226, -11689]]]]> : tensor<1x5x3x3xi16>}> : () -> tensor<1x5x3x3xi16>
  %2 = "tosa.const"() <{values = dense<[[[[110, -35], [71, -125], [-9, 6]]], [[[18, 41], [112, 97], [-107, -108]]], [[[95, 23], [101, 51], [-54, 20]]]]> : tensor<3x1x3x2xi8>}> : () -> tensor<3x1x3x2xi8>
  %3 = "tosa.const"() <{values = dense<[-3, -8, -2, -9, -1, 8]> : tensor<6xi48>}> : () -> tensor<6xi48>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.depthwise_conv2d %1, %2, %3, %4, %5 {acc_type = i48, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x3x3xi16>, tensor<3x1x3x2xi8>, tensor<6xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x3x3x6xi48>
  %7 = "tosa.const"() <{values = dense<[[[[1552, -24369, 30284], [-29313, 19482, -11903], [17532, 25615, 9750], [-5949, -3407, 10107], [-5864, -1058, -11305]], [[-26466, 4759, 23477], [17063, 30260, 29561], [31728, 12934, -8985], [-15973, -21248, -17855], [13346, 20497, 6901]], [[16914, -17168, 22181], [-29559, -17018, 24681], [-27633, -21081, -25725], [6499, -28283, 1151], [-28903, 21272, 26125]]], [[[15937, -4846, -3946], [-18526, -8751, -20063], [-26284, -4867, -19487], [-25159, 13331, -22244], [17602, 5794, 2379]], [[-16921, -4438, 14350], [-26420, 11437, -4388], [-23880, -6824, 6197], [2180, 9590, 29598], [598, 25252, 26848]], [[-4683, 12931, 30282], [-3921, 26465, 25965], [-12753, -11954, -8439], [14507, 2874, -329], [-13679, 610, -29264]]]]> : tensor<2x3x5x3xi16>}> : () -> tensor<2x3x5x3xi16>
  %8 = "tosa.const"() <{values = dense<[[[[97, -102], [-127, -21], [-92, -36]], [[26, 57], [-54, 110], [95, -50]], [[-11, 101], [57, 57], [-114, -61]]], [[[-95, -107], [-1, 18], [67, -16]], [[93, -78], [55, 10], [-115, -70]], [[-68, 99], [82, 102], [66, 34]]]]> : tensor<2x3x3x2xi8>}> : () -> tensor<2x3x3x2xi8>
  %9 = "tosa.const"() <{values = dense<-2> : tensor<1xi48>}> : () -> tensor<1xi48>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.depthwise_conv2d %7, %8, %9, %10, %11 {acc_type = i48, pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>} : (tensor<2x3x5x3xi16>, tensor<2x3x3x2xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x2x6x6xi48>
  %13 = "tosa.const"() <{values = dense<[[[[-6], [8], [6], [-1], [7]], [[-2], [2], [-1], [3], [-8]], [[-6], [4], [-3], [-1], [8]], [[8], [-4], [0], [2], [6]], [[-4], [-1], [4], [-3], [-3]]]]> : tensor<1x5x5x1xi16>}> : () -> tensor<1x5x5x1xi16>
  %14 = "tosa.const"() <{values = dense<[[[[0, -1, 1]], [[4, 7, -3]]], [[[-2, 1, -8]], [[-7, -3, 4]]]]> : tensor<2x2x1x3xi8>}> : () -> tensor<2x2x1x3xi8>
  %15 = "tosa.const"() <{values = dense<[3, 3, -8]> : tensor<3xi48>}> : () -> tensor<3xi48>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.depthwise_conv2d %13, %14, %15, %16, %17 {acc_type = i48, pad = array<i64: 0, 1, 1, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 2, 3>} : (tensor<1x5x5x1xi16>, tensor<2x2x1x3xi8>, tensor<3xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x4x2x3xi48>
  %19 = "tosa.const"() <{values = dense<[[[[-24552, 32767, -32768, -32768, -13182]]]]> : tensor<1x1x1x5xi16>}> : () -> tensor<1x1x1x5xi16>
  %20 = "tosa.const"() <{values = dense<[[[[-128], [-128], [-128], [127], [-42]]]]> : tensor<1x1x5x1xi8>}> : () -> tensor<1x1x5x1xi8>
  %21 = "tosa.const"() <{values = dense<[-7, -6, 3, 4, 7]> : tensor<5xi48>}> : () -> tensor<5xi48>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.depthwise_conv2d %19, %20, %21, %22, %23 {acc_type = i48, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x1x1x5xi16>, tensor<1x1x5x1xi8>, tensor<5xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x1x1x5xi48>
  return %6, %12, %18, %24 : tensor<1x3x3x6xi48>, tensor<2x2x6x6xi48>, tensor<1x4x2x3xi48>, tensor<1x1x1x5xi48>
}
