// RULE: call_signature | undefined | llvm.call | A call through a pointer by another type than the function has is undefined.
llvm.func @call_signature_callee(%a: i32) -> i32 { llvm.return %a : i32 }
func.func @call_signature_bad() -> i64 {
  %f = llvm.mlir.addressof @call_signature_callee : !llvm.ptr
  %x = llvm.mlir.constant(5 : i64) : i64
  %r = llvm.call %f(%x) : !llvm.ptr, (i64) -> i64
  return %r : i64
}
func.func @call_signature_good() -> i32 {
  %f = llvm.mlir.addressof @call_signature_callee : !llvm.ptr
  %x = llvm.mlir.constant(5 : i32) : i32
  %r = llvm.call %f(%x) : !llvm.ptr, (i32) -> i32
  return %r : i32
}

// RULE: argument_nonnull | poison | llvm.func | A null pointer is poison as an argument that is `llvm.nonnull`.
llvm.func @argument_nonnull_callee(%a: !llvm.ptr {llvm.nonnull}) -> i64 {
  %r = llvm.ptrtoint %a : !llvm.ptr to i64
  %z = llvm.mlir.constant(0 : i64) : i64
  %s = llvm.mul %r, %z : i64
  llvm.return %s : i64
}
func.func @argument_nonnull_bad() -> i64 {
  %p = llvm.mlir.zero : !llvm.ptr
  %r = llvm.call @argument_nonnull_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}
func.func @argument_nonnull_good() -> i64 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @argument_nonnull_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}

// RULE: argument_nonnull_noundef | undefined | llvm.func | A null pointer is undefined as an argument that is `llvm.nonnull` and `llvm.noundef`.
llvm.func @argument_nonnull_noundef_callee(%a: !llvm.ptr {llvm.nonnull, llvm.noundef}) -> i64 {
  %r = llvm.ptrtoint %a : !llvm.ptr to i64
  %z = llvm.mlir.constant(0 : i64) : i64
  %s = llvm.mul %r, %z : i64
  llvm.return %s : i64
}
func.func @argument_nonnull_noundef_bad() -> i64 {
  %p = llvm.mlir.zero : !llvm.ptr
  %r = llvm.call @argument_nonnull_noundef_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}
func.func @argument_nonnull_noundef_good() -> i64 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @argument_nonnull_noundef_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}

// RULE: argument_align | poison | llvm.func | A pointer of less than the promised alignment is poison as an argument.
llvm.func @argument_align_callee(%a: !llvm.ptr {llvm.align = 64 : i64}) -> i64 {
  %r = llvm.ptrtoint %a : !llvm.ptr to i64
  %z = llvm.mlir.constant(0 : i64) : i64
  %s = llvm.mul %r, %z : i64
  llvm.return %s : i64
}
func.func @argument_align_bad() -> i64 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @argument_align_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}
func.func @argument_align_good() -> i64 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @argument_align_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}

// RULE: dereferenceable | undefined | llvm.func | A pointer that leads to fewer bytes than are promised is undefined as an argument.
llvm.func @dereferenceable_callee(%a: !llvm.ptr {llvm.dereferenceable = 16 : i64}) -> i64 {
  %r = llvm.ptrtoint %a : !llvm.ptr to i64
  %z = llvm.mlir.constant(0 : i64) : i64
  %s = llvm.mul %r, %z : i64
  llvm.return %s : i64
}
func.func @dereferenceable_bad() -> i64 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @dereferenceable_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}
func.func @dereferenceable_good() -> i64 {
  %n = llvm.mlir.constant(2 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @dereferenceable_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}

// RULE: dereferenceable_or_null | undefined | llvm.func | A pointer that leads to fewer bytes than are promised is undefined as an argument; null is let pass.
llvm.func @dereferenceable_or_null_callee(%a: !llvm.ptr {llvm.dereferenceable_or_null = 16 : i64}) -> i64 {
  %r = llvm.ptrtoint %a : !llvm.ptr to i64
  %z = llvm.mlir.constant(0 : i64) : i64
  %s = llvm.mul %r, %z : i64
  llvm.return %s : i64
}
func.func @dereferenceable_or_null_bad() -> i64 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %r = llvm.call @dereferenceable_or_null_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}
func.func @dereferenceable_or_null_good() -> i64 {
  %p = llvm.mlir.zero : !llvm.ptr
  %r = llvm.call @dereferenceable_or_null_callee(%p) : (!llvm.ptr) -> i64
  return %r : i64
}

// RULE: argument_range | poison | llvm.func | A number outside of the promised range is poison as an argument.
llvm.func @argument_range_callee(%a: i32 {llvm.range = #llvm.constant_range<i32, 0, 10>}) -> i32 {
  llvm.return %a : i32
}
func.func @argument_range_bad() -> i32 {
  %p = llvm.mlir.constant(10 : i32) : i32
  %r = llvm.call @argument_range_callee(%p) : (i32) -> i32
  return %r : i32
}
func.func @argument_range_good() -> i32 {
  %p = llvm.mlir.constant(9 : i32) : i32
  %r = llvm.call @argument_range_callee(%p) : (i32) -> i32
  return %r : i32
}

// RULE: result_range | poison | llvm.func | A number outside of the promised range is poison as a result; a range may hold negative numbers.
llvm.func @result_range_callee_bad() -> (i32 {llvm.range = #llvm.constant_range<i32, -1, 2>}) {
  %p = llvm.mlir.constant(2 : i32) : i32
  llvm.return %p : i32
}
func.func @result_range_bad() -> i32 {
  %r = llvm.call @result_range_callee_bad() : () -> i32
  return %r : i32
}
llvm.func @result_range_callee_good() -> (i32 {llvm.range = #llvm.constant_range<i32, -1, 2>}) {
  %p = llvm.mlir.constant(-1 : i32) : i32
  llvm.return %p : i32
}
func.func @result_range_good() -> i32 {
  %r = llvm.call @result_range_callee_good() : () -> i32
  return %r : i32
}

// RULE: result_noundef | undefined | llvm.func | Poison is undefined as a result that is `llvm.noundef`.
llvm.func @result_noundef_callee_bad() -> (i32 {llvm.noundef}) {
  %p = llvm.mlir.poison : i32
  llvm.return %p : i32
}
func.func @result_noundef_bad() -> i32 {
  %r = llvm.call @result_noundef_callee_bad() : () -> i32
  return %r : i32
}
llvm.func @result_noundef_callee_good() -> (i32 {llvm.noundef}) {
  %p = llvm.mlir.constant(2 : i32) : i32
  llvm.return %p : i32
}
func.func @result_noundef_good() -> i32 {
  %r = llvm.call @result_noundef_callee_good() : () -> i32
  return %r : i32
}

// RULE: memory_effects | undefined | llvm.func | A write to the caller's memory is undefined in a function whose `memory_effects` name reads alone.
llvm.func @memory_effects_callee_bad(%p: !llvm.ptr) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  %c = llvm.mlir.constant(7 : i32) : i32
  llvm.store %c, %p : i32, !llvm.ptr
  llvm.return
}
func.func @memory_effects_bad() -> i32 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  llvm.call @memory_effects_callee_bad(%p) : (!llvm.ptr) -> ()
  %r = llvm.load %p : !llvm.ptr -> i32
  return %r : i32
}
llvm.func @memory_effects_callee_good(%p: !llvm.ptr) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} {
  %c = llvm.mlir.constant(7 : i32) : i32
  llvm.store %c, %p : i32, !llvm.ptr
  llvm.return
}
func.func @memory_effects_good() -> i32 {
  %n = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  llvm.call @memory_effects_callee_good(%p) : (!llvm.ptr) -> ()
  %r = llvm.load %p : !llvm.ptr -> i32
  return %r : i32
}
