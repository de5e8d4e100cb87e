//===----------------------------------------------------------------------===//
// A library with sanitizer counters, made by hand: what an instrumenting
// compiler emits, in any C compiler's words. The first half of the counters
// belongs to one function, the second half to another.
//
// COUNTERS     how many there are
// RECEIVERS    it has the functions that it registers its counters with
// NO_TABLE     it does not say what the counters count
// REAL         a real C API library: this one then is an MLIR, which counts
//              every pass that is run in its first and in its middle counter
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))
#define SECTION(name) __attribute__((section(name), used))

SECTION("__sancov_cntrs") static uint8_t counters[COUNTERS];

EXPORT void count(unsigned number) { counters[number]++; }

/// Not a counter, whatever page it shares with them.
EXPORT uint8_t *neighbour(int behind) { return behind ? counters + COUNTERS : counters - 1; }

EXPORT int affine_function(int x) { return x + 1; }
EXPORT int linalg_function(int x) { return x + 2; }

#ifndef NO_TABLE
struct place {
  int (*pc)(int);
  uintptr_t flags;
};
SECTION("__sancov_pcs")
static struct place places[COUNTERS] = {
    [0 ... COUNTERS / 2 - 1] = {affine_function, 1},
    [COUNTERS / 2 ... COUNTERS - 1] = {linalg_function, 1},
};
#endif

#ifdef RECEIVERS
static
#endif
void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop)
#ifdef RECEIVERS
{ (void)start, (void)stop; }
#else
;
#endif

__attribute__((constructor)) static void start(void) {
  __sanitizer_cov_8bit_counters_init(counters, counters + COUNTERS);
}

#ifdef REAL
#include "mlir-c/Pass.h"

EXPORT MlirLogicalResult mlirPassManagerRunOnOp(MlirPassManager passManager, MlirOperation op) {
  void *library = dlopen(REAL, RTLD_NOW | RTLD_LOCAL);
  MlirLogicalResult (*run)(MlirPassManager, MlirOperation) =
      library ? (MlirLogicalResult(*)(MlirPassManager, MlirOperation))dlsym(library, "mlirPassManagerRunOnOp") : NULL;
  if (!run)
    abort();
  count(0);
  count(COUNTERS / 2);
  return run(passManager, op);
}
#endif
