// https://github.com/llvm/llvm-project/issues/174540
// A slice that was bufferized to a reinterpret_cast: normalize-memrefs makes a larger buffer of rank 1 of it.
func.func @main() -> tensor<2x1xi32> {
  %small = arith.constant dense<[[11, 12, 13], [21, 22, 23]]> : tensor<2x3xi32>
  %fill = arith.constant 99 : i32
  %large = tensor.pad %small low[0, 0] high[2, 4] {
  ^bb0(%row: index, %column: index):
    tensor.yield %fill : i32
  } : tensor<2x3xi32> to tensor<4x7xi32>
  %slice = tensor.extract_slice %large[1, 2] [2, 1] [1, 1] : tensor<4x7xi32> to tensor<2x1xi32>
  return %slice : tensor<2x1xi32>
}
