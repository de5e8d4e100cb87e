func.func private @identity(%a: i32) -> i32 {
  return %a : i32
}

func.func private @first(%a: i32, %b: i32) -> i32 {
  return %a : i32
}

func.func private @defined(%a: i32 {llvm.noundef}) -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}

func.func private @distinct(%a: memref<i32> {llvm.noalias}, %b: memref<i32> {llvm.noalias}) -> i32 {
  %c = arith.constant 1 : i32
  memref.store %c, %a[] : memref<i32>
  %r = memref.load %b[] : memref<i32>
  return %r : i32
}

func.func private @stack() -> memref<i32> {
  %c = arith.constant 1 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %c, %m[] : memref<i32>
  return %m : memref<i32>
}

func.func private @heap() -> memref<i32> {
  %c = arith.constant 1 : i32
  %m = memref.alloc() : memref<i32>
  memref.store %c, %m[] : memref<i32>
  return %m : memref<i32>
}

func.func private @down(%a: i32) -> i32 {
  %z = arith.constant 0 : i32
  %f = arith.cmpi eq, %a, %z : i32
  %r = scf.if %f -> (i32) {
    scf.yield %a : i32
  } else {
    %u = arith.constant 1 : i32
    %b = arith.subi %a, %u : i32
    %c = func.call @down(%b) : (i32) -> i32
    scf.yield %c : i32
  }
  return %r : i32
}

func.func private @forever(%a: i32) -> i32 {
  %c = func.call @forever(%a) : (i32) -> i32
  return %c : i32
}

func.func private @absent(i32) -> i32

// RULE: call_poison | poison | func.call | A function may be given poison, and may give it back.
func.func @call_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %r = func.call @identity(%p) : (i32) -> i32
  return %r : i32
}
func.func @call_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %r = func.call @identity(%c) : (i32) -> i32
  return %r : i32
}

// RULE: call_poison_unused | poison | func.call | Poison that a function is given and does not use does no harm.
func.func @call_poison_unused_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %r = func.call @first(%p, %c) : (i32, i32) -> i32
  return %r : i32
}
func.func @call_poison_unused_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %r = func.call @first(%c, %p) : (i32, i32) -> i32
  return %r : i32
}

// RULE: call_noundef | undefined | func.call | An argument that is said to be defined may not be poison, though nobody uses it.
func.func @call_noundef_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %r = func.call @defined(%p) : (i32) -> i32
  return %r : i32
}
func.func @call_noundef_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %r = func.call @defined(%c) : (i32) -> i32
  return %r : i32
}

// RULE: call_noalias | undefined | func.call | Arguments that are said not to alias may not share what one of them writes.
func.func @call_noalias_bad() -> i32 {
  %a = memref.alloc() : memref<i32>
  %b = memref.alloc() : memref<i32>
  %c = arith.constant 3 : i32
  memref.store %c, %b[] : memref<i32>
  %r = func.call @distinct(%b, %b) : (memref<i32>, memref<i32>) -> i32
  return %r : i32
}
func.func @call_noalias_good() -> i32 {
  %a = memref.alloc() : memref<i32>
  %b = memref.alloc() : memref<i32>
  %c = arith.constant 3 : i32
  memref.store %c, %b[] : memref<i32>
  %r = func.call @distinct(%a, %b) : (memref<i32>, memref<i32>) -> i32
  return %r : i32
}

// RULE: call_stack | undefined | func.return | Memory of alloca ends with the function that holds it.
func.func @call_stack_bad() -> i32 {
  %m = func.call @stack() : () -> memref<i32>
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
func.func @call_stack_good() -> i32 {
  %m = func.call @heap() : () -> memref<i32>
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}

// RULE: call_endless | open | func.call | A recursion that does not end gives nothing, and the documentation says no more of it.
func.func @call_endless_bad() -> i32 {
  %c = arith.constant 3 : i32
  %r = func.call @forever(%c) : (i32) -> i32
  return %r : i32
}
func.func @call_endless_good() -> i32 {
  %c = arith.constant 3 : i32
  %r = func.call @down(%c) : (i32) -> i32
  return %r : i32
}

// RULE: call_absent | open | func.call | A function without a body is somebody else's.
func.func @call_absent_bad() -> i32 {
  %c = arith.constant 3 : i32
  %r = func.call @absent(%c) : (i32) -> i32
  return %r : i32
}
func.func @call_absent_good() -> i32 {
  %c = arith.constant 3 : i32
  %r = func.call @identity(%c) : (i32) -> i32
  return %r : i32
}

// RULE: call_indirect_poison | undefined | func.call_indirect | A call of poison is undefined.
func.func @call_indirect_poison_bad() -> i32 {
  %p = ub.poison : (i32) -> i32
  %g = func.constant @identity : (i32) -> i32
  %c = arith.constant 3 : i32
  %r = func.call_indirect %p(%c) : (i32) -> i32
  return %r : i32
}
func.func @call_indirect_poison_good() -> i32 {
  %p = ub.poison : (i32) -> i32
  %g = func.constant @identity : (i32) -> i32
  %c = arith.constant 3 : i32
  %r = func.call_indirect %g(%c) : (i32) -> i32
  return %r : i32
}
