// What code built with -fsanitize-coverage=inline-8bit-counters,pc-table, or with
// -fsanitize=fuzzer-no-link, expects of the program that loads it. The counters
// are found by their sections, so there is nothing to do here.

#include <stdint.h>

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  (void)start, (void)stop;
}
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  (void)start, (void)stop;
}

#define WATCHES(name, type) \
  void __sanitizer_cov_trace_##name(type a, type b) { (void)a, (void)b; }
WATCHES(cmp1, uint8_t)
WATCHES(cmp2, uint16_t)
WATCHES(cmp4, uint32_t)
WATCHES(cmp8, uint64_t)
WATCHES(const_cmp1, uint8_t)
WATCHES(const_cmp2, uint16_t)
WATCHES(const_cmp4, uint32_t)
WATCHES(const_cmp8, uint64_t)

#define SEES(name, type) \
  void __sanitizer_cov_trace_##name(type a) { (void)a; }
SEES(div4, uint32_t)
SEES(div8, uint64_t)
SEES(gep, uintptr_t)
SEES(pc_indir, uintptr_t)

void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases) {
  (void)value, (void)cases;
}

__thread uintptr_t __sancov_lowest_stack;
