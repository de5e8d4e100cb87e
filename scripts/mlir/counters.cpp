// Where the coverage counters of this library lie, told to whoever asks.
//
// Instrumented code reports its counters as it is loaded, by two calls that a fuzzing engine would define.
// Hidden definitions of our own catch them instead: the library then loads into any process, and an engine's
// counters of its own code stay apart from MLIR's.

#ifdef LOWDIFF_COVERAGE

#include <cstddef>
#include <cstdint>

#define EXPORTED __attribute__((visibility("default")))
#define CAUGHT __attribute__((visibility("hidden")))

namespace {

// Every object file reports, mostly the same bounds, which span the whole library's section.
template <typename T> void widen(T *&from, T *&to, T *start, T *stop) {
  if (start == stop)
    return;
  if (!from || start < from)
    from = start;
  if (!to || to < stop)
    to = stop;
}

} // namespace

extern "C" {

// One byte a basic block.
EXPORTED uint8_t *lowdiff_counters_start;
EXPORTED uint8_t *lowdiff_counters_stop;
// For each counter the block's address and its flags (1: it begins a function).
EXPORTED uintptr_t *lowdiff_pcs_start;
EXPORTED uintptr_t *lowdiff_pcs_stop;

CAUGHT void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  widen(lowdiff_counters_start, lowdiff_counters_stop, start, stop);
}

CAUGHT void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  widen(lowdiff_pcs_start, lowdiff_pcs_stop, const_cast<uintptr_t *>(start), const_cast<uintptr_t *>(stop));
}

// The runtime of source-based coverage, which this library carries.
void __llvm_profile_set_filename(const char *path);
int __llvm_profile_write_file(void);

// Writes the line counts so far to `path`, for processes that do not end by exit(). 0 is success.
EXPORTED int lowdiff_write_profile(const char *path) {
  __llvm_profile_set_filename(path);
  return __llvm_profile_write_file();
}

} // extern "C"

#endif
