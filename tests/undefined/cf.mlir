// RULE: assert_false | undefined | cf.assert | A false assertion aborts the program, so the run has no value.
func.func @assert_false_bad() -> i32 {
  %t = arith.constant false
  cf.assert %t, "it holds"
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func @assert_false_good() -> i32 {
  %t = arith.constant true
  cf.assert %t, "it holds"
  %r = arith.constant 1 : i32
  return %r : i32
}

// RULE: assert_poison | undefined | cf.assert | An assertion of poison is a branch on it.
func.func @assert_poison_bad() -> i32 {
  %p = ub.poison : i1
  %o = arith.constant true
  %t = arith.constant true
  %f = arith.select %t, %p, %o : i1
  cf.assert %f, "it holds"
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func @assert_poison_good() -> i32 {
  %p = ub.poison : i1
  %o = arith.constant true
  %t = arith.constant false
  %f = arith.select %t, %p, %o : i1
  cf.assert %f, "it holds"
  %r = arith.constant 1 : i32
  return %r : i32
}

// RULE: assert_not_reached | undefined | cf.assert | An assertion counts if it is executed.
func.func @assert_not_reached_bad() -> i32 {
  %f = arith.constant false
  %t = arith.constant true
  scf.if %t {
    cf.assert %f, "it holds"
  }
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func @assert_not_reached_good() -> i32 {
  %f = arith.constant false
  %t = arith.constant false
  scf.if %t {
    cf.assert %f, "it holds"
  }
  %r = arith.constant 1 : i32
  return %r : i32
}

// RULE: cond_br_poison | undefined | cf.cond_br | A branch on poison is undefined, though both successors are one.
func.func @cond_br_poison_bad() -> i32 {
  %p = ub.poison : i1
  %t = arith.constant true
  %f = arith.select %t, %p, %t : i1
  %r = arith.constant 1 : i32
  cf.cond_br %f, ^bb1, ^bb1
^bb1:
  return %r : i32
}
func.func @cond_br_poison_good() -> i32 {
  %p = ub.poison : i1
  %t = arith.constant false
  %f = arith.select %t, %p, %t : i1
  %r = arith.constant 1 : i32
  cf.cond_br %f, ^bb1, ^bb1
^bb1:
  return %r : i32
}

// RULE: switch_poison | undefined | cf.switch | A switch on poison is undefined.
func.func @switch_poison_bad() -> i32 {
  %p = ub.poison : i32
  %n = arith.constant 5 : i32
  %t = arith.constant true
  %f = arith.select %t, %p, %n : i32
  cf.switch %f : i32, [
    default: ^bb1,
    2: ^bb1
  ]
^bb1:
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func @switch_poison_good() -> i32 {
  %p = ub.poison : i32
  %n = arith.constant 5 : i32
  %t = arith.constant false
  %f = arith.select %t, %p, %n : i32
  cf.switch %f : i32, [
    default: ^bb1,
    2: ^bb1
  ]
^bb1:
  %r = arith.constant 1 : i32
  return %r : i32
}

// RULE: br_poison | poison | cf.br | A block may be given poison.
func.func @br_poison_bad() -> i32 {
  %p = ub.poison : i32
  %n = arith.constant 5 : i32
  cf.br ^bb1(%p : i32)
^bb1(%r: i32):
  return %r : i32
}
func.func @br_poison_good() -> i32 {
  %p = ub.poison : i32
  %n = arith.constant 5 : i32
  cf.br ^bb1(%n : i32)
^bb1(%r: i32):
  return %r : i32
}

// RULE: cond_br_division | undefined | cf.cond_br | Undefined behavior counts if it is executed: the other block does not.
func.func @cond_br_division_bad() -> i32 {
  %t = arith.constant true
  %o = arith.constant 0 : i32
  %n = arith.constant 5 : i32
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  %q = arith.divsi %n, %o : i32
  return %q : i32
^bb2:
  return %n : i32
}
func.func @cond_br_division_good() -> i32 {
  %t = arith.constant false
  %o = arith.constant 0 : i32
  %n = arith.constant 5 : i32
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  %q = arith.divsi %n, %o : i32
  return %q : i32
^bb2:
  return %n : i32
}

// RULE: switch_division | undefined | cf.switch | Undefined behavior counts if it is executed: a value without a case goes to the default.
func.func @switch_division_bad() -> i32 {
  %f = arith.constant 2 : i32
  %o = arith.constant 0 : i32
  %n = arith.constant 5 : i32
  cf.switch %f : i32, [
    default: ^bb1,
    2: ^bb2
  ]
^bb1:
  return %n : i32
^bb2:
  %q = arith.divsi %n, %o : i32
  return %q : i32
}
func.func @switch_division_good() -> i32 {
  %f = arith.constant 3 : i32
  %o = arith.constant 0 : i32
  %n = arith.constant 5 : i32
  cf.switch %f : i32, [
    default: ^bb1,
    2: ^bb2
  ]
^bb1:
  return %n : i32
^bb2:
  %q = arith.divsi %n, %o : i32
  return %q : i32
}

// RULE: br_endless | open | cf.br | A loop that does not end gives nothing, and the documentation says no more of it.
func.func @br_endless_bad() -> i32 {
  %t = arith.constant true
  %r = arith.constant 1 : i32
  cf.br ^bb1
^bb1:
  cf.cond_br %t, ^bb1, ^bb2
^bb2:
  return %r : i32
}
func.func @br_endless_good() -> i32 {
  %t = arith.constant false
  %r = arith.constant 1 : i32
  cf.br ^bb1
^bb1:
  cf.cond_br %t, ^bb1, ^bb2
^bb2:
  return %r : i32
}

// RULE: unreachable | undefined | ub.unreachable | A place that is said to be unreachable may not be reached.
func.func @unreachable_bad() -> i32 {
  %t = arith.constant true
  %r = arith.constant 1 : i32
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return %r : i32
}
func.func @unreachable_good() -> i32 {
  %t = arith.constant false
  %r = arith.constant 1 : i32
  cf.cond_br %t, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return %r : i32
}

// RULE: poison_returned | poison | ub.poison | Poison may be made and handed on; it counts where it is shown.
func.func @poison_returned_bad() -> i32 {
  %r = ub.poison : i32
  return %r : i32
}
func.func @poison_returned_good() -> i32 {
  %p = ub.poison : i32
  %r = arith.constant 1 : i32
  return %r : i32
}
