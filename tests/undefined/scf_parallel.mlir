// RULE: parallel_step_zero | undefined | scf.parallel | The steps have to be positive.
func.func @parallel_step_zero_bad() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %f = arith.constant 0 : index
  %k = arith.muli %f, %i : index
  %m = memref.alloc() : memref<3xi32>
  %c = arith.constant 1 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<3xi32>)
  scf.parallel (%a) = (%z) to (%n) step (%k) {
    memref.store %c, %m[%a] : memref<3xi32>
  }
  %r = memref.load %m[%z] : memref<3xi32>
  return %r : i32
}
func.func @parallel_step_zero_good() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %f = arith.constant 1 : index
  %k = arith.muli %f, %i : index
  %m = memref.alloc() : memref<3xi32>
  %c = arith.constant 1 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<3xi32>)
  scf.parallel (%a) = (%z) to (%n) step (%k) {
    memref.store %c, %m[%a] : memref<3xi32>
  }
  %r = memref.load %m[%z] : memref<3xi32>
  return %r : i32
}

// RULE: parallel_race | undefined | scf.parallel | Iterations of which one reads what another one writes race.
func.func @parallel_race_bad() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 1 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  scf.parallel (%a) = (%z) to (%n) step (%i) {
    %b = arith.addi %a, %i : index
    %l = memref.load %m[%a] : memref<4xi32>
    %d = arith.addi %l, %l : i32
    memref.store %d, %m[%b] : memref<4xi32>
  }
  %r = memref.load %m[%n] : memref<4xi32>
  return %r : i32
}
func.func @parallel_race_good() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 1 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  scf.parallel (%a) = (%z) to (%n) step (%i) {
    %b = arith.muli %a, %i : index
    %l = memref.load %m[%a] : memref<4xi32>
    %d = arith.addi %l, %l : i32
    memref.store %d, %m[%b] : memref<4xi32>
  }
  %r = memref.load %m[%n] : memref<4xi32>
  return %r : i32
}

// RULE: parallel_reduce_order | open | scf.reduce | The order of a reduction is unspecified, so one that is not commutative and associative is open.
func.func @parallel_reduce_order_bad() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %o = arith.constant 0 : i32
  %r = scf.parallel (%a) = (%z) to (%n) step (%i) init (%o) -> i32 {
    %x = arith.index_cast %a : index to i32
    scf.reduce(%x : i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.subi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}
func.func @parallel_reduce_order_good() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %o = arith.constant 0 : i32
  %r = scf.parallel (%a) = (%z) to (%n) step (%i) init (%o) -> i32 {
    %x = arith.index_cast %a : index to i32
    scf.reduce(%x : i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// RULE: parallel_reduce_floats | open | scf.reduce | The order of a reduction is unspecified, and rounding tells.
func.func @parallel_reduce_floats_bad() -> f32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %o = arith.constant 1.0 : f32
  %d = arith.constant dense<[1.0e20, 1.0, -1.0e20]> : tensor<3xf32>
  %r = scf.parallel (%a) = (%z) to (%n) step (%i) init (%o) -> f32 {
    %x = tensor.extract %d[%a] : tensor<3xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @parallel_reduce_floats_good() -> f32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 3 : index
  %o = arith.constant 1.0 : f32
  %d = arith.constant dense<[2.0, 1.0, -2.0]> : tensor<3xf32>
  %r = scf.parallel (%a) = (%z) to (%n) step (%i) init (%o) -> f32 {
    %x = tensor.extract %d[%a] : tensor<3xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// RULE: forall_order | open | scf.forall | Threads run in no order, so what they count in memory is open.
func.func @forall_order_bad() -> i32 {
  %m = memref.alloc() : memref<i32>
  %z = arith.constant 0 : i32
  %u = arith.constant 1 : i32
  memref.store %z, %m[] : memref<i32>
  %t = arith.constant dense<0> : tensor<4xi32>
  %f = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %l = memref.atomic_rmw addi %u, %m[] : (i32, memref<i32>) -> i32
    %s = tensor.from_elements %l : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %c = arith.constant 0 : index
  %r = tensor.extract %f[%c] : tensor<4xi32>
  return %r : i32
}
func.func @forall_order_good() -> i32 {
  %m = memref.alloc() : memref<i32>
  %z = arith.constant 0 : i32
  %u = arith.constant 1 : i32
  memref.store %z, %m[] : memref<i32>
  %t = arith.constant dense<0> : tensor<4xi32>
  %f = scf.forall (%i) in (1) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %l = memref.atomic_rmw addi %u, %m[] : (i32, memref<i32>) -> i32
    %s = tensor.from_elements %l : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %c = arith.constant 0 : index
  %r = tensor.extract %f[%c] : tensor<4xi32>
  return %r : i32
}

// RULE: forall_race | open | scf.forall | Threads that write one place do so in some unspecified order.
func.func @forall_race_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %k = arith.constant 0 : index
  scf.forall (%i) in (2) {
    %x = arith.index_cast %i : index to i32
    %w = arith.muli %i, %k : index
    memref.store %x, %m[%w] : memref<4xi32>
  }
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}
func.func @forall_race_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %k = arith.constant 1 : index
  scf.forall (%i) in (2) {
    %x = arith.index_cast %i : index to i32
    %w = arith.muli %i, %k : index
    memref.store %x, %m[%w] : memref<4xi32>
  }
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}

// RULE: forall_step_zero | undefined | scf.forall | The steps have to be positive, as those of the loops are that it is lowered to.
func.func @forall_step_zero_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 3 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %k = arith.constant 0 : index
  scf.forall (%i) = (0) to (2) step (%k) {
    memref.store %c, %m[%i] : memref<2xi32>
  }
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
func.func @forall_step_zero_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 3 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %k = arith.constant 1 : index
  scf.forall (%i) = (0) to (2) step (%k) {
    memref.store %c, %m[%i] : memref<2xi32>
  }
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
