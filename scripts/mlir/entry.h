// What the two tools call in the library; their own sources are one line each.

#pragma once

extern "C" {
int lowdiff_opt_main(int argc, char **argv);
int lowdiff_runner_main(int argc, char **argv);
}
