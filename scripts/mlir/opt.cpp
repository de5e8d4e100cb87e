// mlir-opt over the dialects and passes that this library registers.

#include "entry.h"

int main(int argc, char **argv) { return lowdiff_opt_main(argc, argv); }
