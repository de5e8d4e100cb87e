// Nobody ever makes the token available.
func.func @main() {
  %token = async.runtime.create : !async.token
  async.runtime.await %token : !async.token
  return
}
