// RULE: for_step_zero | undefined | scf.for | The step has to be positive.
func.func @for_step_zero_bad() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 4 : index
  %k = arith.constant 0 : index
  %u = arith.constant 1 : i32
  %o = arith.constant 0 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (i32) {
    %y = arith.addi %x, %u : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @for_step_zero_good() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 4 : index
  %k = arith.constant 2 : index
  %u = arith.constant 1 : i32
  %o = arith.constant 0 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (i32) {
    %y = arith.addi %x, %u : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// RULE: for_step_negative | undefined | scf.for | The step has to be positive, also where the bounds leave nothing to do.
func.func @for_step_negative_bad() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant -4 : index
  %k = arith.constant -1 : index
  %u = arith.constant 1 : i32
  %o = arith.constant 0 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (i32) {
    %y = arith.addi %x, %u : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @for_step_negative_good() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant -4 : index
  %k = arith.constant 1 : index
  %u = arith.constant 1 : i32
  %o = arith.constant 0 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (i32) {
    %y = arith.addi %x, %u : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// RULE: for_induction_overflow | open | scf.for | The documentation does not say that the induction variable wraps around, nor that the last step has to fit.
func.func @for_induction_overflow_bad() -> i32 {
  %z = arith.constant 9223372036854775804 : index
  %n = arith.constant 9223372036854775807 : index
  %k = arith.constant 2 : index
  %u = arith.constant 1 : i32
  %o = arith.constant 0 : i32
  %m = arith.constant 3 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (i32) {
    %y = arith.addi %x, %u : i32
    scf.yield %y : i32
  }
  return %r : i32
}
func.func @for_induction_overflow_good() -> i32 {
  %z = arith.constant 9223372036854775804 : index
  %n = arith.constant 9223372036854775807 : index
  %k = arith.constant 3 : index
  %u = arith.constant 1 : i32
  %o = arith.constant 0 : i32
  %m = arith.constant 3 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (i32) {
    %y = arith.addi %x, %u : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// RULE: for_bound_poison | undefined | scf.for | A bound of poison decides how often the body runs.
func.func @for_bound_poison_bad() -> i32 {
  %z = arith.constant 0 : index
  %p = ub.poison : index
  %c = arith.constant 2 : index
  %k = arith.constant 1 : index
  %t = arith.constant true
  %n = arith.select %t, %p, %c : index
  %u = arith.constant 1 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %u) -> (i32) {
    scf.yield %u : i32
  }
  return %r : i32
}
func.func @for_bound_poison_good() -> i32 {
  %z = arith.constant 0 : index
  %p = ub.poison : index
  %c = arith.constant 2 : index
  %k = arith.constant 1 : index
  %t = arith.constant false
  %n = arith.select %t, %p, %c : index
  %u = arith.constant 1 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %u) -> (i32) {
    scf.yield %u : i32
  }
  return %r : i32
}

// RULE: for_carried_poison | poison | scf.for | Poison may be carried; a loop that does not run hands on what it began with.
func.func @for_carried_poison_bad() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 1 : index
  %k = arith.constant 1 : index
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %c) -> (i32) {
    scf.yield %p : i32
  }
  return %r : i32
}
func.func @for_carried_poison_good() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 0 : index
  %k = arith.constant 1 : index
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %c) -> (i32) {
    scf.yield %p : i32
  }
  return %r : i32
}

// RULE: for_division | undefined | scf.for | Undefined behavior counts if it is executed: a body that never runs divides nothing.
func.func @for_division_bad() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 1 : index
  %k = arith.constant 1 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %c) -> (i32) {
    %q = arith.remsi %c, %o : i32
    scf.yield %q : i32
  }
  return %r : i32
}
func.func @for_division_good() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 0 : index
  %k = arith.constant 1 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = scf.for %i = %z to %n step %k iter_args(%x = %c) -> (i32) {
    %q = arith.remsi %c, %o : i32
    scf.yield %q : i32
  }
  return %r : i32
}

// RULE: if_division | undefined | scf.if | Undefined behavior counts if it is executed: the other branch does not.
func.func @if_division_bad() -> i32 {
  %t = arith.constant true
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = scf.if %t -> (i32) {
    %q = arith.divsi %c, %o : i32
    scf.yield %q : i32
  } else {
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @if_division_good() -> i32 {
  %t = arith.constant false
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = scf.if %t -> (i32) {
    %q = arith.divsi %c, %o : i32
    scf.yield %q : i32
  } else {
    scf.yield %c : i32
  }
  return %r : i32
}

// RULE: if_division_unused | undefined | scf.if | A division by zero that is executed is undefined, though nobody uses its quotient.
func.func @if_division_unused_bad() -> i32 {
  %t = arith.constant true
  %o = arith.constant 0 : i32
  %r = arith.constant 1 : i32
  scf.if %t {
    %q = arith.divsi %r, %o : i32
  }
  return %r : i32
}
func.func @if_division_unused_good() -> i32 {
  %t = arith.constant false
  %o = arith.constant 0 : i32
  %r = arith.constant 1 : i32
  scf.if %t {
    %q = arith.divsi %r, %o : i32
  }
  return %r : i32
}

// RULE: if_poison | undefined | scf.if | A branch on poison is undefined, though both branches give the same.
func.func @if_poison_bad() -> i32 {
  %p = ub.poison : i1
  %t = arith.constant true
  %f = arith.select %t, %p, %t : i1
  %c = arith.constant 1 : i32
  %r = scf.if %f -> (i32) {
    scf.yield %c : i32
  } else {
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @if_poison_good() -> i32 {
  %p = ub.poison : i1
  %t = arith.constant false
  %f = arith.select %t, %p, %t : i1
  %c = arith.constant 1 : i32
  %r = scf.if %f -> (i32) {
    scf.yield %c : i32
  } else {
    scf.yield %c : i32
  }
  return %r : i32
}

// RULE: if_yields_poison | poison | scf.if | A branch may give poison; the other branch does no harm.
func.func @if_yields_poison_bad() -> i32 {
  %t = arith.constant true
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %r = scf.if %t -> (i32) {
    scf.yield %p : i32
  } else {
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @if_yields_poison_good() -> i32 {
  %t = arith.constant false
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %r = scf.if %t -> (i32) {
    scf.yield %p : i32
  } else {
    scf.yield %c : i32
  }
  return %r : i32
}

// RULE: index_switch_poison | undefined | scf.index_switch | A switch on poison is undefined.
func.func @index_switch_poison_bad() -> i32 {
  %p = ub.poison : index
  %n = arith.constant 5 : index
  %t = arith.constant true
  %f = arith.select %t, %p, %n : index
  %c = arith.constant 1 : i32
  %r = scf.index_switch %f -> i32
  case 2 {
    scf.yield %c : i32
  }
  default {
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @index_switch_poison_good() -> i32 {
  %p = ub.poison : index
  %n = arith.constant 5 : index
  %t = arith.constant false
  %f = arith.select %t, %p, %n : index
  %c = arith.constant 1 : i32
  %r = scf.index_switch %f -> i32
  case 2 {
    scf.yield %c : i32
  }
  default {
    scf.yield %c : i32
  }
  return %r : i32
}

// RULE: index_switch_division | undefined | scf.index_switch | Undefined behavior counts if it is executed: cases that are not taken do not.
func.func @index_switch_division_bad() -> i32 {
  %n = arith.constant 2 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = scf.index_switch %n -> i32
  case 2 {
    %q = arith.divui %c, %o : i32
    scf.yield %q : i32
  }
  default {
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @index_switch_division_good() -> i32 {
  %n = arith.constant 3 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = scf.index_switch %n -> i32
  case 2 {
    %q = arith.divui %c, %o : i32
    scf.yield %q : i32
  }
  default {
    scf.yield %c : i32
  }
  return %r : i32
}

// RULE: while_poison | undefined | scf.while | A condition of poison is undefined.
func.func @while_poison_bad() -> i32 {
%p = ub.poison : i1
%o = arith.constant false
%t = arith.constant true
%f = arith.select %t, %p, %o : i1
%c = arith.constant 1 : i32
%r = scf.while (%x = %c) : (i32) -> i32 {
  scf.condition(%f) %x : i32
} do {
^bb0(%y: i32):
  scf.yield %y : i32
}
  return %r : i32
}
func.func @while_poison_good() -> i32 {
%p = ub.poison : i1
%o = arith.constant false
%t = arith.constant false
%f = arith.select %t, %p, %o : i1
%c = arith.constant 1 : i32
%r = scf.while (%x = %c) : (i32) -> i32 {
  scf.condition(%f) %x : i32
} do {
^bb0(%y: i32):
  scf.yield %y : i32
}
  return %r : i32
}

// RULE: while_endless | open | scf.while | A loop that does not end gives nothing, and the documentation says no more of it.
func.func @while_endless_bad() -> i32 {
%t = arith.constant true
%c = arith.constant 1 : i32
%r = scf.while (%x = %c) : (i32) -> i32 {
  scf.condition(%t) %x : i32
} do {
^bb0(%y: i32):
  scf.yield %y : i32
}
  return %r : i32
}
func.func @while_endless_good() -> i32 {
%t = arith.constant false
%c = arith.constant 1 : i32
%r = scf.while (%x = %c) : (i32) -> i32 {
  scf.condition(%t) %x : i32
} do {
^bb0(%y: i32):
  scf.yield %y : i32
}
  return %r : i32
}

// RULE: while_after_division | undefined | scf.while | The second region runs only where the condition holds.
func.func @while_after_division_bad() -> i32 {
%z = arith.constant 0 : i32
%c = arith.constant 1 : i32
%r = scf.while (%x = %c) : (i32) -> i32 {
  %f = arith.cmpi sgt, %x, %z : i32
  scf.condition(%f) %x : i32
} do {
^bb0(%y: i32):
  %q = arith.divsi %y, %z : i32
  scf.yield %q : i32
}
  return %r : i32
}
func.func @while_after_division_good() -> i32 {
%z = arith.constant 0 : i32
%c = arith.constant 0 : i32
%r = scf.while (%x = %c) : (i32) -> i32 {
  %f = arith.cmpi sgt, %x, %z : i32
  scf.condition(%f) %x : i32
} do {
^bb0(%y: i32):
  %q = arith.divsi %y, %z : i32
  scf.yield %q : i32
}
  return %r : i32
}

// RULE: execute_region_division | undefined | scf.execute_region | Undefined behavior counts if it is executed: blocks that no branch goes to do not.
func.func @execute_region_division_bad() -> i32 {
%t = arith.constant true
%o = arith.constant 0 : i32
%c = arith.constant 1 : i32
%r = scf.execute_region -> i32 {
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  %q = arith.divsi %c, %o : i32
  scf.yield %q : i32
^bb2:
  scf.yield %c : i32
}
  return %r : i32
}
func.func @execute_region_division_good() -> i32 {
%t = arith.constant false
%o = arith.constant 0 : i32
%c = arith.constant 1 : i32
%r = scf.execute_region -> i32 {
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  %q = arith.divsi %c, %o : i32
  scf.yield %q : i32
^bb2:
  scf.yield %c : i32
}
  return %r : i32
}

// RULE: for_variable_left | undefined | scf.for | Memory of alloca ends with the iteration of the loop that holds it.
func.func @for_variable_left_bad() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 2 : index
  %k = arith.constant 1 : index
  %c = arith.constant 7 : i32
  %o = memref.alloca() : memref<i32>
  memref.store %c, %o[] : memref<i32>
  %m = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (memref<i32>) {
    %a = memref.alloca() : memref<i32>
    memref.store %c, %a[] : memref<i32>
    scf.yield %a : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
func.func @for_variable_left_good() -> i32 {
  %z = arith.constant 0 : index
  %n = arith.constant 2 : index
  %k = arith.constant 1 : index
  %c = arith.constant 7 : i32
  %o = memref.alloca() : memref<i32>
  memref.store %c, %o[] : memref<i32>
  %m = scf.for %i = %z to %n step %k iter_args(%x = %o) -> (memref<i32>) {
    %a = memref.alloca() : memref<i32>
    memref.store %c, %a[] : memref<i32>
    scf.yield %x : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
