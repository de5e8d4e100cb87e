memref.global "private" constant @table : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, -0.0]]>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}
func.func private @printI64(i64)
func.func private @printNewline()

func.func @show(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %u = memref.cast %m : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @index(%i: index) {
  %v = arith.index_cast %i : index to i64
  call @printI64(%v) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @unranked(%m: memref<?x?xf32>) -> memref<*xf32> {
  %u = memref.cast %m : memref<?x?xf32> to memref<*xf32>
  return %u : memref<*xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %x = arith.constant 7.5 : f32
  %g = memref.get_global @table : memref<2x3xf32>
  %m = memref.alloc(%c2) : memref<?x3xf32>
  %gd = memref.cast %g : memref<2x3xf32> to memref<?x3xf32>
  memref.copy %gd, %m : memref<?x3xf32> to memref<?x3xf32>
  %d0 = memref.dim %m, %c0 : memref<?x3xf32>
  call @index(%d0) : (index) -> ()
  // Windows, dynamic and rank-reducing
  %w = memref.subview %m[%c0, %c1] [%c2, 2] [1, %c1] : memref<?x3xf32> to memref<?x2xf32, strided<[3, ?], offset: ?>>
  %ws = memref.cast %w : memref<?x2xf32, strided<[3, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  call @show(%ws) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  %row = memref.subview %m[1, 0] [1, 3] [1, 1] : memref<?x3xf32> to memref<3xf32, strided<[1], offset: 3>>
  memref.store %x, %row[%c1] : memref<3xf32, strided<[1], offset: 3>>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<?x3xf32> to memref<3x?xf32, strided<[1, 3]>>
  %ts = memref.cast %t : memref<3x?xf32, strided<[1, 3]>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  call @show(%ts) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  // Metadata.
  %b, %o, %s:2, %st:2 = memref.extract_strided_metadata %ts : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  call @index(%o) : (index) -> ()
  call @index(%s#0) : (index) -> ()
  call @index(%s#1) : (index) -> ()
  call @index(%st#0) : (index) -> ()
  call @index(%st#1) : (index) -> ()
  %e0 = memref.load %b[] : memref<f32>
  // collapse, expand, reinterpret
  %flat = memref.collapse_shape %m [[0, 1]] : memref<?x3xf32> into memref<?xf32>
  %fd = memref.dim %flat, %c0 : memref<?xf32>
  call @index(%fd) : (index) -> ()
  %ex = memref.expand_shape %flat [[0, 1]] output_shape [%c3, 2] : memref<?xf32> into memref<?x2xf32>
  %exd = memref.cast %ex : memref<?x2xf32> to memref<?x?xf32>
  %u = call @unranked(%exd) : (memref<?x?xf32>) -> memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %r = memref.rank %u : memref<*xf32>
  call @index(%r) : (index) -> ()
  %ri = memref.reinterpret_cast %m to offset: [%c1], sizes: [2, %c2], strides: [%c2, 1] : memref<?x3xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %ris = memref.cast %ri : memref<2x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  call @show(%ris) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  // copy into a strided place
  %big = memref.alloc() : memref<4x6xf32>
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c6 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      memref.store %zero, %big[%j, %i] : memref<4x6xf32>
      %k = arith.addi %j, %c1 : index
      memref.store %zero, %big[%k, %i] : memref<4x6xf32>
    }
  }
  %hole = memref.subview %big[1, 1] [2, 3] [2, 2] : memref<4x6xf32> to memref<2x3xf32, strided<[12, 2], offset: 7>>
  %ms = memref.cast %m : memref<?x3xf32> to memref<2x3xf32>
  memref.copy %ms, %hole : memref<2x3xf32> to memref<2x3xf32, strided<[12, 2], offset: 7>>
  %bigd = memref.cast %big : memref<4x6xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  call @show(%bigd) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  // narrow integers
  %n = memref.alloc() : memref<3xi4>
  %v = arith.constant -3 : i4
  memref.store %v, %n[%c1] : memref<3xi4>
  %back = memref.load %n[%c1] : memref<3xi4>
  %wide = arith.extsi %back : i4 to i64
  call @printI64(%wide) : (i64) -> ()
  call @printNewline() : () -> ()
  // view, realloc, atomic
  %bytes = memref.alloc() {alignment = 16} : memref<32xi8>
  %view = memref.view %bytes[%c6][%c2] : memref<32xi8> to memref<?xi16>
  %h = arith.constant 300 : i16
  memref.store %h, %view[%c1] : memref<?xi16>
  %low = arith.constant 8 : index
  %byte = memref.load %bytes[%low] : memref<32xi8>
  %byte64 = arith.extui %byte : i8 to i64
  call @printI64(%byte64) : (i64) -> ()
  call @printNewline() : () -> ()
  %old = memref.atomic_rmw addf %x, %m[%c0, %c2] : (f32, memref<?x3xf32>) -> f32
  %gen = memref.load %m[%c0, %c0] : memref<?x3xf32>
  %md = memref.cast %m : memref<?x3xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  call @show(%md) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  // scopes
  %sc = memref.alloca_scope -> (f32) {
    %a = memref.alloca(%c3) : memref<?xf32>
    memref.store %gen, %a[%c2] : memref<?xf32>
    %l = memref.load %a[%c2] : memref<?xf32>
    memref.alloca_scope.return %l : f32
  }
  %one = memref.alloc() : memref<1x1xf32>
  memref.store %sc, %one[%c0, %c0] : memref<1x1xf32>
  %oned = memref.cast %one : memref<1x1xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  call @show(%oned) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  // shapes as data
  %shape = memref.alloc() : memref<2xindex>
  memref.store %c1, %shape[%c0] : memref<2xindex>
  memref.store %c6, %shape[%c1] : memref<2xindex>
  %rs = memref.reshape %ms(%shape) : (memref<2x3xf32>, memref<2xindex>) -> memref<?x?xf32>
  %us = memref.cast %rs : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%us) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<?x3xf32>
  memref.dealloc %big : memref<4x6xf32>
  return
}
