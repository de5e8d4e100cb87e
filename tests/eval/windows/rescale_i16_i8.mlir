// rescale from i16 to i8: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>) {
  %1 = "tosa.const"() <{values = dense<[[[-32768, 26538, 32767], [32767, 32767, 724], [-8274, -32768, 32767]], [[-25202, 32767, -32768], [20959, -10124, -5738], [19236, 2970, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %2 = "tosa.const"() <{values = dense<1083176969> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<43> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %5 = "tosa.const"() <{values = dense<84> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %7 = "tosa.const"() <{values = dense<[[[1680, 32767, -32768], [32767, -32768, 32767], [-32768, 23768, 22737]], [[-32768, -16953, -17251], [32767, 32767, 32767], [32767, -32768, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %8 = "tosa.const"() <{values = dense<1379186311> : tensor<1xi32>}> : () -> tensor<1xi32>
  %9 = "tosa.const"() <{values = dense<45> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<-9> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %13 = "tosa.const"() <{values = dense<[[[32767, -32768, -32768], [32767, -1024, -32768], [-32768, 32767, 32767]], [[-784, -32768, 32767], [32767, 32767, 32767], [32767, -32768, 31224]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %14 = "tosa.const"() <{values = dense<1366230007> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %17 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %19 = "tosa.const"() <{values = dense<[[[32767, -1522, -32768], [-25258, 32767, -792], [32767, -32768, -17953]], [[-8369, 4104, -28122], [32767, 32767, 7668], [-24802, -9855, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %20 = "tosa.const"() <{values = dense<[1851276844, 1573229562, 1936584350]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[33, 40, 32]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %23 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %25 = "tosa.const"() <{values = dense<[[[-32768, -32768, 17960], [32767, 32767, -3629], [-22457, -30785, -32768]], [[-32768, 32767, 32767], [-32768, -32768, 13046], [28321, -32768, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %26 = "tosa.const"() <{values = dense<[1574731072, 1233654318, 1897348286]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %27 = "tosa.const"() <{values = dense<[39, 45, 39]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %28 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %29 = "tosa.const"() <{values = dense<22> : tensor<1xi8>}> : () -> tensor<1xi8>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %31 = "tosa.const"() <{values = dense<[[[-32768, -32768, -32768], [-32768, 5697, 32767], [-32768, 32767, 32767]], [[-4152, -32768, -32768], [-32768, -32768, 32767], [-32768, -32768, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %32 = "tosa.const"() <{values = dense<[1593548099, 1939635655, 2127665165]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %33 = "tosa.const"() <{values = dense<[43, 34, 38]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %35 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %37 = "tosa.const"() <{values = dense<[[[32767, 32767, 22248], [32767, -32768, 14277], [-19833, 32767, -32768]], [[-18391, 32767, 32767], [-32768, -5584, -14913], [-9306, 32767, 16172]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %38 = "tosa.const"() <{values = dense<1820272229> : tensor<1xi32>}> : () -> tensor<1xi32>
  %39 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %40 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %41 = "tosa.const"() <{values = dense<86> : tensor<1xi8>}> : () -> tensor<1xi8>
  %42 = tosa.rescale %37, %38, %39, %40, %41 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %43 = "tosa.const"() <{values = dense<[[[17106, -32768, 32767], [32767, 32767, -13803], [32767, 32767, -29110]], [[4591, -22573, 8832], [-32768, 32767, -26700], [-32768, 32767, -17441]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %44 = "tosa.const"() <{values = dense<1866504519> : tensor<1xi32>}> : () -> tensor<1xi32>
  %45 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %46 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %47 = "tosa.const"() <{values = dense<-8> : tensor<1xi8>}> : () -> tensor<1xi8>
  %48 = tosa.rescale %43, %44, %45, %46, %47 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %49 = "tosa.const"() <{values = dense<[[[-32768, -8574, 32767], [28240, -30587, 32767], [-32768, 32767, 32767]], [[32767, -32768, 32767], [-32768, 129, 32767], [32767, 13061, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %50 = "tosa.const"() <{values = dense<1347203326> : tensor<1xi32>}> : () -> tensor<1xi32>
  %51 = "tosa.const"() <{values = dense<43> : tensor<1xi8>}> : () -> tensor<1xi8>
  %52 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %53 = "tosa.const"() <{values = dense<-116> : tensor<1xi8>}> : () -> tensor<1xi8>
  %54 = tosa.rescale %49, %50, %51, %52, %53 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %55 = "tosa.const"() <{values = dense<[[[-31297, -7849, 32767], [32767, 32767, -27166], [-32768, -858, -32768]], [[28848, -32768, -18655], [-32768, 32767, 32767], [32767, 32767, -19073]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %56 = "tosa.const"() <{values = dense<[1845423774, 1149934283, 1168114836]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %57 = "tosa.const"() <{values = dense<[32, 44, 34]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %58 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %59 = "tosa.const"() <{values = dense<-96> : tensor<1xi8>}> : () -> tensor<1xi8>
  %60 = tosa.rescale %55, %56, %57, %58, %59 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %61 = "tosa.const"() <{values = dense<[[[32767, 32767, -7792], [-32768, 32767, -32768], [32767, -15731, -32768]], [[32706, 32767, -13363], [-32768, 4507, 32767], [-32768, 19912, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %62 = "tosa.const"() <{values = dense<[1902008533, 1113718401, 1089558547]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %63 = "tosa.const"() <{values = dense<[45, 45, 31]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %64 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %65 = "tosa.const"() <{values = dense<-37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %66 = tosa.rescale %61, %62, %63, %64, %65 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %67 = "tosa.const"() <{values = dense<[[[-32768, -32768, 32767], [-32768, 9021, -29484], [-7191, -32768, -8067]], [[-25011, 3687, -32768], [6762, -32768, -24975], [32767, -32061, 27492]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %68 = "tosa.const"() <{values = dense<[1886393732, 1916311740, 1872180105]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %69 = "tosa.const"() <{values = dense<[39, 41, 38]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %70 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %71 = "tosa.const"() <{values = dense<-34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %72 = tosa.rescale %67, %68, %69, %70, %71 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %73 = "tosa.const"() <{values = dense<[[[-32768, 4032, 32767], [4230, -32768, 32767], [-32768, -32768, -1261]], [[32767, -12143, -13693], [12024, -32768, -32768], [32767, 32767, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %74 = "tosa.const"() <{values = dense<30934> : tensor<1xi16>}> : () -> tensor<1xi16>
  %75 = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %76 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %77 = "tosa.const"() <{values = dense<-109> : tensor<1xi8>}> : () -> tensor<1xi8>
  %78 = tosa.rescale %73, %74, %75, %76, %77 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %79 = "tosa.const"() <{values = dense<[[[32767, 4320, 32767], [-26988, -32768, -32768], [15427, -32768, 32767]], [[-32768, -27745, 32767], [-32768, 417, -8415], [-32768, 9886, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %80 = "tosa.const"() <{values = dense<19538> : tensor<1xi16>}> : () -> tensor<1xi16>
  %81 = "tosa.const"() <{values = dense<24> : tensor<1xi8>}> : () -> tensor<1xi8>
  %82 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %83 = "tosa.const"() <{values = dense<-49> : tensor<1xi8>}> : () -> tensor<1xi8>
  %84 = tosa.rescale %79, %80, %81, %82, %83 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %85 = "tosa.const"() <{values = dense<[[[-32768, 32767, 32767], [14334, 16329, -32768], [23372, 32767, -32768]], [[-32768, 10952, -32768], [-15101, -32768, 32767], [32767, 32767, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %86 = "tosa.const"() <{values = dense<24756> : tensor<1xi16>}> : () -> tensor<1xi16>
  %87 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %88 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %89 = "tosa.const"() <{values = dense<69> : tensor<1xi8>}> : () -> tensor<1xi8>
  %90 = tosa.rescale %85, %86, %87, %88, %89 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %91 = "tosa.const"() <{values = dense<[[[-32768, -32768, -32768], [-32768, 32767, 366], [32767, 32767, 32767]], [[32767, -32768, -26605], [1215, 32767, -32768], [32767, -11022, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %92 = "tosa.const"() <{values = dense<[25118, 31069, 17871]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %93 = "tosa.const"() <{values = dense<[28, 40, 40]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %94 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %95 = "tosa.const"() <{values = dense<-125> : tensor<1xi8>}> : () -> tensor<1xi8>
  %96 = tosa.rescale %91, %92, %93, %94, %95 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %97 = "tosa.const"() <{values = dense<[[[32767, 32767, -32768], [32767, 27334, 32767], [32767, -32768, 8571]], [[-26860, 32767, 32767], [8209, 32767, -18431], [21578, 14940, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %98 = "tosa.const"() <{values = dense<[19722, 25735, 18183]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %99 = "tosa.const"() <{values = dense<[18, 34, 17]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %100 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %101 = "tosa.const"() <{values = dense<-57> : tensor<1xi8>}> : () -> tensor<1xi8>
  %102 = tosa.rescale %97, %98, %99, %100, %101 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %103 = "tosa.const"() <{values = dense<[[[-32768, 32767, -7216], [32767, 32767, -28745], [14278, -22712, -32768]], [[18352, 32767, 32767], [32767, -6460, -32768], [-32768, 32767, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %104 = "tosa.const"() <{values = dense<[19433, 31436, 23374]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %105 = "tosa.const"() <{values = dense<[38, 28, 29]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %106 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %107 = "tosa.const"() <{values = dense<-44> : tensor<1xi8>}> : () -> tensor<1xi8>
  %108 = tosa.rescale %103, %104, %105, %106, %107 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x3x3xi8>
  return %6, %12, %18, %24, %30, %36, %42, %48, %54, %60, %66, %72, %78, %84, %90, %96, %102, %108 : tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>
}
