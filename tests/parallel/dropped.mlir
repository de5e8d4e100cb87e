// A token is looked at after its last reference was dropped.
func.func @main() {
  %token = async.runtime.create : !async.token
  async.runtime.set_available %token : !async.token
  async.runtime.drop_ref %token {count = 1 : i64} : !async.token
  async.runtime.await %token : !async.token
  return
}
