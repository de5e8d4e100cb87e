// mlir-runner over the dialects that this library registers.

#include "entry.h"

int main(int argc, char **argv) { return lowdiff_runner_main(argc, argv); }
