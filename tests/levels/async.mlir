func.func private @printF32(f32)
func.func private @printNewline()
func.func @main() {
  %c1 = arith.constant 1 : index
  %x = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<f32>
  %tok, %val = async.execute -> !async.value<f32> { %y = arith.addf %x, %x : f32 async.yield %y : f32 }
  %grp = async.create_group %c1 : !async.group
  %ix = async.add_to_group %tok, %grp : !async.token
  async.await_all %grp
  %av = async.await %val : !async.value<f32>
  %t2 = async.execute [%tok] (%val as %uv : !async.value<f32>) { %z = arith.mulf %uv, %av : f32 memref.store %z, %m[] : memref<f32> async.yield }
  async.await %t2 : !async.token
  %r = memref.load %m[] : memref<f32>
  func.call @printF32(%r) : (f32) -> ()
  func.call @printNewline() : () -> ()
  return
}
