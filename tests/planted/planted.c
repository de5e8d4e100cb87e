//===----------------------------------------------------------------------===//
// An MLIR with a bug in it, on purpose. The library sits between lowdiff and a
// real C API library: it exports the functions through which passes are run
// and modules printed and parsed, and forwards them, and it misbehaves when the pass is run that
// LOWDIFF_PLANT=<pass>:<what> names, or one of several, with commas between.
// Everything else is the real library's.
//
// LOWDIFF_PLANT_REAL is the real library's path, set when this is compiled.
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

/// The pipeline parsed last: lowdiff parses one right before it runs it.
static char pipeline[1 << 16];

static void *real(const char *name) {
  static void *library;
  if (!library)
    library = dlopen(LOWDIFF_PLANT_REAL, RTLD_NOW | RTLD_LOCAL);
  void *symbol = library ? dlsym(library, name) : NULL;
  if (!symbol) {
    fprintf(stderr, "the planted library finds no %s in %s\n", name, LOWDIFF_PLANT_REAL);
    _exit(1);
  }
  return symbol;
}

static bool isWordCharacter(char c) {
  return c == '-' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

/// Whether the pipeline parsed last runs the pass of this name.
static bool runs(const char *pass, size_t length) {
  for (const char *at = pipeline; *at; ++at) {
    bool begins = at == pipeline || !isWordCharacter(at[-1]);
    if (begins && strncmp(at, pass, length) == 0 && !isWordCharacter(at[length]))
      return true;
  }
  return false;
}

/// What to do for the pipeline parsed last; NULL is nothing.
static const char *planted(void) {
  static char what[64];
  for (const char *plant = getenv("LOWDIFF_PLANT"); plant && *plant;) {
    const char *end = strchr(plant, ',');
    size_t length = end ? (size_t)(end - plant) : strlen(plant);
    const char *colon = memchr(plant, ':', length);
    if (colon && runs(plant, (size_t)(colon - plant))) {
      size_t rest = length - (size_t)(colon + 1 - plant);
      memcpy(what, colon + 1, rest < sizeof what ? rest : sizeof what - 1);
      what[rest < sizeof what ? rest : sizeof what - 1] = 0;
      return what;
    }
    plant = end ? end + 1 : NULL;
  }
  return NULL;
}

static bool named(MlirOperation op, const char *const *names) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (; *names; ++names)
    if (strlen(*names) == name.length && memcmp(*names, name.data, name.length) == 0)
      return true;
  return false;
}

/// Whether it is in the body of a linalg operation that verifies what its body does.
static bool isInNamedBody(MlirOperation op) {
  MlirStringRef parent = mlirIdentifierStr(mlirOperationGetName(mlirBlockGetParentOperation(mlirOperationGetBlock(op))));
  static const char generic[] = "linalg.generic";
  bool isGeneric = parent.length == strlen(generic) && memcmp(parent.data, generic, parent.length) == 0;
  return !isGeneric && parent.length > 7 && memcmp(parent.data, "linalg.", 7) == 0;
}

/// Makes `a op b` into `a op a`: valid, and wrong wherever a and b differ.
static MlirWalkResult miscompile(MlirOperation op, void *unused) {
  (void)unused;
  static const char *const binary[] = {
      "arith.addi", "arith.addf", "arith.subi", "arith.subf",    "arith.mulf",
      "arith.xori", "tosa.add",   "tosa.sub",   "tosa.bitwise_xor", NULL};
  if (named(op, binary) && !isInNamedBody(op)) {
    MlirValue first = mlirOperationGetOperand(op, 0);
    MlirType type = mlirValueGetType(first);
    // Arithmetic on indices is addresses and loop bounds: wrong there is a fault and no wrong number.
    if (!mlirTypeIsAIndex(type) && mlirTypeEqual(type, mlirValueGetType(mlirOperationGetOperand(op, 1))))
      mlirOperationSetOperand(op, 1, first);
  }
  return MlirWalkResultAdvance;
}

/// The same in operations of any level, so that it shows wherever in a path the pass runs.
static MlirWalkResult miscompileAnywhere(MlirOperation op, void *unused) {
  static const char *const binary[] = {"arith.muli", "linalg.add", "linalg.sub", "llvm.fadd", "llvm.fsub", "llvm.fmul",
                                       "llvm.add",   "llvm.sub",   "llvm.mul",   NULL};
  if (named(op, binary) && !isInNamedBody(op)) {
    MlirValue first = mlirOperationGetOperand(op, 0);
    MlirType type = mlirValueGetType(first);
    // What was an index is 64 bits wide.
    bool isAddress = mlirTypeIsAIndex(type) || (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64);
    if (!isAddress && mlirTypeEqual(type, mlirValueGetType(mlirOperationGetOperand(op, 1))))
      mlirOperationSetOperand(op, 1, first);
  }
  return miscompile(op, unused);
}

/// Makes the third `a op b` of a program into `a op a`, and nothing of a program that has fewer.
static MlirWalkResult miscompileThird(MlirOperation op, void *seen) {
  static const char *const binary[] = {"arith.addi", "arith.subi", NULL};
  if (!named(op, binary) || mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    return MlirWalkResultAdvance;
  if (++*(int *)seen < 3)
    return MlirWalkResultAdvance;
  mlirOperationSetOperand(op, 1, mlirOperationGetOperand(op, 0));
  return MlirWalkResultInterrupt;
}

/// Operations that the rare bug could change, and the one that it does change.
struct Rare {
  long found;
  long chosen;
};

/// Counts the operations of any level that are `a op b` on numbers, and makes the chosen one `a op a`.
static MlirWalkResult miscompileChosen(MlirOperation op, void *data) {
  struct Rare *rare = data;
  static const char *const binary[] = {"tosa.add",   "tosa.sub",   "tosa.bitwise_xor", "tosa.maximum", "linalg.add", "linalg.sub",
                                       "arith.addi", "arith.addf", "arith.subi",       "arith.subf",   "arith.mulf", "arith.muli",
                                       "arith.xori", "llvm.fadd",  "llvm.fsub",        "llvm.fmul",    "llvm.add",   "llvm.sub",
                                       "llvm.mul",   "llvm.xor",   NULL};
  if (!named(op, binary) || isInNamedBody(op))
    return MlirWalkResultAdvance;
  MlirValue first = mlirOperationGetOperand(op, 0), second = mlirOperationGetOperand(op, 1);
  MlirType type = mlirValueGetType(first);
  bool isAddress = mlirTypeIsAIndex(type) || (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 64);
  if (isAddress || mlirValueEqual(first, second) || !mlirTypeEqual(type, mlirValueGetType(second)))
    return MlirWalkResultAdvance;
  if (rare->found++ == rare->chosen)
    mlirOperationSetOperand(op, 1, first);
  return MlirWalkResultAdvance;
}

/// Changes one operation of a module: that which LOWDIFF_PLANT_PLACE counts, from the first again behind the last.
static void miscompileAtPlace(MlirOperation op) {
  const char *place = getenv("LOWDIFF_PLANT_PLACE");
  struct Rare count = {0, -1};
  mlirOperationWalk(op, miscompileChosen, &count, MlirWalkPreOrder);
  struct Rare change = {0, count.found ? (place ? atol(place) : 0) % count.found : -1};
  mlirOperationWalk(op, miscompileChosen, &change, MlirWalkPreOrder);
}

/// Changes one operation of a module in which the number of those it could change leaves two when divided by four.
static void miscompileRarely(MlirOperation op) {
  struct Rare count = {0, -1};
  mlirOperationWalk(op, miscompileChosen, &count, MlirWalkPreOrder);
  struct Rare change = {0, count.found / 2};
  if (count.found % 4 == 2)
    mlirOperationWalk(op, miscompileChosen, &change, MlirWalkPreOrder);
}

/// Makes `a - b` into `b - a`.
static MlirWalkResult turnAround(MlirOperation op, void *unused) {
  (void)unused;
  static const char *const binary[] = {"arith.subi", "arith.subf", "tosa.sub", NULL};
  if (named(op, binary) && !isInNamedBody(op)) {
    MlirValue first = mlirOperationGetOperand(op, 0), second = mlirOperationGetOperand(op, 1);
    MlirType type = mlirValueGetType(first);
    if (!mlirTypeIsAIndex(type) && mlirTypeEqual(type, mlirValueGetType(second))) {
      mlirOperationSetOperand(op, 0, second);
      mlirOperationSetOperand(op, 1, first);
    }
  }
  return MlirWalkResultAdvance;
}

/// Makes a signed comparison an unsigned one, which is the same for numbers of one sign.
static MlirWalkResult unsign(MlirOperation op, void *unused) {
  (void)unused;
  static const char *const comparisons[] = {"arith.cmpi", NULL};
  const int64_t slt = 2, ult = 6;
  MlirStringRef name = mlirStringRefCreateFromCString("predicate");
  if (!named(op, comparisons))
    return MlirWalkResultAdvance;
  MlirAttribute predicate = mlirOperationGetAttributeByName(op, name);
  if (mlirIntegerAttrGetValueInt(predicate) != slt)
    return MlirWalkResultAdvance;
  mlirOperationSetAttributeByName(op, name, mlirIntegerAttrGet(mlirAttributeGetType(predicate), ult));
  return MlirWalkResultInterrupt;
}

/// Makes comparisons of integers others that differ for equal ones alone, and those of floats others that differ for NaN alone.
static MlirWalkResult compareAtEdges(MlirOperation op, void *unused) {
  (void)unused;
  static const char *const integers[] = {"arith.cmpi", NULL}, *const floats[] = {"arith.cmpf", NULL};
  // slt, sle, sgt, sge; ogt, ugt, oge, uge, olt, ult, ole, ule.
  static const int64_t ofIntegers[][2] = {{2, 3}, {4, 5}, {0, 0}};
  static const int64_t ofFloats[][2] = {{2, 9}, {3, 10}, {4, 11}, {5, 12}, {0, 0}};
  const int64_t(*others)[2] = named(op, integers) ? ofIntegers : named(op, floats) ? ofFloats : NULL;
  if (!others)
    return MlirWalkResultAdvance;
  const MlirStringRef name = mlirStringRefCreateFromCString("predicate");
  MlirAttribute predicate = mlirOperationGetAttributeByName(op, name);
  MlirType compared = mlirValueGetType(mlirOperationGetOperand(op, 0));
  for (; (*others)[0] && !mlirTypeIsAIndex(compared); ++others)
    if (mlirIntegerAttrGetValueInt(predicate) == (*others)[0]) {
      mlirOperationSetAttributeByName(op, name, mlirIntegerAttrGet(mlirAttributeGetType(predicate), (*others)[1]));
      return MlirWalkResultInterrupt;
    }
  return MlirWalkResultAdvance;
}

/// Moves an operation before one it uses: the verifier finds a use before its definition.
static MlirWalkResult invalidate(MlirOperation op, void *unused) {
  (void)unused;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!mlirValueIsAOpResult(operand))
      continue;
    MlirOperation owner = mlirOpResultGetOwner(operand);
    if (mlirBlockEqual(mlirOperationGetBlock(owner), mlirOperationGetBlock(op))) {
      mlirOperationMoveBefore(op, owner);
      return MlirWalkResultInterrupt;
    }
  }
  return MlirWalkResultAdvance;
}

/// Frees a buffer a second time.
static MlirWalkResult freeTwice(MlirOperation op, void *unused) {
  (void)unused;
  static const char *const frees[] = {"memref.dealloc", NULL};
  if (!named(op, frees))
    return MlirWalkResultAdvance;
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(op), op, mlirOperationClone(op));
  return MlirWalkResultInterrupt;
}

/// Forgets to free a buffer.
static MlirWalkResult forget(MlirOperation op, void *unused) {
  (void)unused;
  static const char *const frees[] = {"memref.dealloc", NULL};
  if (!named(op, frees))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultInterrupt;
}

/// Leaves an attribute on the module, so that whoever writes or reads the module knows.
static void mark(MlirOperation op, const char *name, MlirAttribute attribute) {
  mlirOperationSetAttributeByName(op, mlirStringRefCreateFromCString(name), attribute);
}

/// An attribute that is printed and that no parser takes: nobody has loaded its dialect.
static MlirAttribute foreign(MlirContext context) {
  MlirStringRef data = mlirStringRefCreateFromCString("x");
  return mlirOpaqueAttrGet(context, mlirStringRefCreateFromCString("planted"), (intptr_t)data.length, data.data,
                           mlirNoneTypeGet(context));
}

struct Text {
  char *begin;
  size_t length;
};

static void append(MlirStringRef piece, void *data) {
  struct Text *text = data;
  text->begin = realloc(text->begin, text->length + piece.length + 1);
  memcpy(text->begin + text->length, piece.data, piece.length);
  text->length += piece.length;
  text->begin[text->length] = 0;
}

struct Order {
  void *last;
  long seen;
};

/// Takes note of the order in which operations lie in memory, as a walk over a table of pointers would.
static MlirWalkResult takeInOrder(MlirOperation op, void *data) {
  struct Order *order = data;
  order->seen = order->seen * 2 % 1000003 + (order->last < op.ptr);
  order->last = op.ptr;
  return MlirWalkResultAdvance;
}

/// A printer's mistake: it falls over what a pass marked so.
static void print(MlirOperation op) {
  volatile int zero = 0;
  if (!mlirAttributeIsNull(mlirOperationGetAttributeByName(op, mlirStringRefCreateFromCString("planted.unprintable"))))
    *(volatile int *)(size_t)zero = 1;
}

/// A printer's mistake: what a pass marked so is printed under another name.
MLIR_CAPI_EXPORTED void mlirOperationPrintWithFlags(MlirOperation op, MlirOpPrintingFlags flags,
                                                    MlirStringCallback callback, void *data) {
  void (*forward)(MlirOperation, MlirOpPrintingFlags, MlirStringCallback, void *) = real("mlirOperationPrintWithFlags");
  struct Text text = {NULL, 0};
  print(op);
  forward(op, flags, append, &text);
  char *marked = text.begin ? strstr(text.begin, "planted.misprint") : NULL;
  if (marked)
    memcpy(marked, "planted.mistaken", strlen("planted.mistaken"));
  callback(mlirStringRefCreate(text.begin, text.length), data);
  free(text.begin);
}

MLIR_CAPI_EXPORTED void mlirOperationPrint(MlirOperation op, MlirStringCallback callback, void *data) {
  void (*forward)(MlirOperation, MlirStringCallback, void *) = real("mlirOperationPrint");
  print(op);
  forward(op, callback, data);
}

/// A parser's mistake: it falls over what a pass marked so.
MLIR_CAPI_EXPORTED MlirModule mlirModuleCreateParse(MlirContext context, MlirStringRef text) {
  MlirModule (*forward)(MlirContext, MlirStringRef) = real("mlirModuleCreateParse");
  volatile int zero = 0;
  if (memmem(text.data, text.length, "planted.misparse", strlen("planted.misparse")))
    *(volatile int *)(size_t)zero = 1;
  return forward(context, text);
}

static void takeAllMemory(void) {
  const size_t piece = 8 << 20;
  for (;;) {
    char *block = malloc(piece);
    if (!block) {
      // What operator new does without memory.
      fprintf(stderr, "terminate called after throwing an instance of 'std::bad_alloc'\n");
      abort();
    }
    memset(block, 1, piece);
  }
}

static void printGarbage(void) {
  static unsigned char noise[1 << 16];
  unsigned state = 1;
  for (size_t i = 0; i < sizeof noise; ++i)
    noise[i] = (unsigned char)((state = state * 1664525u + 1013904223u) >> 24);
  for (int i = 0; i < 128; ++i) {
    fwrite(noise, 1, sizeof noise, stdout);
    fwrite(noise, 1, sizeof noise, stderr);
  }
  fflush(stdout);
}

// Exported, so that a stack names it, and called through a pointer, so that the compiler makes no loop of it.
MLIR_CAPI_EXPORTED int recurse(volatile int *depth);
static int (*volatile recursion)(volatile int *) = recurse;
int recurse(volatile int *depth) {
  volatile int here = *depth + 1;
  return recursion(&here) + here;
}

/// How often anybody has asked before, over all processes that have the file LOWDIFF_PLANT_ONCE in common. It is mapped when the library is
/// loaded: the processes that run passes may write to no file.
static unsigned *asked;

__attribute__((constructor)) static void mapFile(void) {
  const char *file = getenv("LOWDIFF_PLANT_ONCE");
  int made = file ? open(file, O_CREAT | O_RDWR, 0644) : -1;
  if (made < 0)
    return;
  void *map = ftruncate(made, 4096) ? MAP_FAILED : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0);
  close(made);
  if (map != MAP_FAILED)
    asked = map;
}

/// Whether this is the first time that anybody asks.
static bool first(void) { return asked && __atomic_fetch_add(asked, 1, __ATOMIC_SEQ_CST) == 0; }

/// Whether this is the first time that anybody asks, the fourth, and so on.
static bool everyThird(void) { return asked && __atomic_fetch_add(asked, 1, __ATOMIC_SEQ_CST) % 3 == 0; }

/// Writes noise over all memory that is shared with other processes.
static void scribble(void) {
  char line[512];
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long begin, end;
    char rights[5];
    // Of files nothing is to be changed that others need.
    if (sscanf(line, "%lx-%lx %4s", &begin, &end, rights) != 3 || strcmp(rights, "rw-s") || !strstr(line, "/dev/zero"))
      continue;
    unsigned state = 1;
    if (end - begin > (16UL << 20))
      end = begin + (84UL << 20) < end ? begin + (84UL << 20) : end;
    for (unsigned char *at = (unsigned char *)begin; at < (unsigned char *)end; ++at)
      *at = (unsigned char)((state = state * 1664525u + 1013904223u) >> 24);
  }
  abort();
}

/// Does what a child process may not do, and ends with another status where it can.
static void attack(const char *what) {
  const int escaped = 33;
  if (!strcmp(what, "socket") && socket(AF_INET, SOCK_STREAM, 0) >= 0)
    _exit(escaped);
  if (!strcmp(what, "file") && open(getenv("LOWDIFF_PLANT_FILE"), O_CREAT | O_WRONLY, 0644) >= 0)
    _exit(escaped);
  if (!strcmp(what, "change") && truncate(getenv("LOWDIFF_PLANT_FILE"), 0) == 0)
    _exit(escaped);
  if (!strcmp(what, "fork"))
    for (int i = 0; i < 100; ++i)
      if (fork() >= 0)
        _exit(escaped);
  if (!strcmp(what, "parent") && kill(getppid(), SIGKILL) == 0)
    _exit(escaped);
  if (!strcmp(what, "program"))
    execl("/bin/true", "true", (char *)NULL);
  if (!strcmp(what, "descriptors"))
    for (int fd = 3; fd < 64; ++fd)
      if (lseek(fd, 0, SEEK_CUR) >= 0)
        _exit(escaped);
  if (!strcmp(what, "scribble"))
    scribble();
}

/// Whether memory that nobody wrote holds anything: a large block comes from the system, as zeros.
static bool readsTheFresh(void) {
  enum { Large = 1 << 20 };
  volatile char *volatile block = malloc(Large);
  bool any = block && block[Large / 2] != 0;
  free((void *)block);
  return any;
}

static void misbehave(const char *what) {
  volatile int zero = 0;
  if (!strcmp(what, "once") && first())
    what = "abort";
  if (!strcmp(what, "fresh") && readsTheFresh())
    what = "segv";
  if (!strcmp(what, "segv"))
    *(volatile int *)(size_t)zero = 1;
  if (!strcmp(what, "abort")) {
    fprintf(stderr, "LLVM ERROR: planted fatal error\n");
    abort();
  }
  if (!strcmp(what, "loop"))
    while (!zero) {
    }
  if (!strcmp(what, "hang"))
    for (;;)
      pause();
  if (!strcmp(what, "memory"))
    takeAllMemory();
  if (!strcmp(what, "overflow"))
    zero = recurse(&zero);
  if (!strcmp(what, "exit"))
    exit(0);
  if (!strcmp(what, "garbage"))
    printGarbage();
  attack(what);
}

MLIR_CAPI_EXPORTED MlirLogicalResult mlirParsePassPipeline(MlirOpPassManager manager, MlirStringRef text,
                                                           MlirStringCallback callback, void *data) {
  size_t length = text.length < sizeof pipeline - 1 ? text.length : sizeof pipeline - 1;
  memcpy(pipeline, text.data, length);
  pipeline[length] = 0;
  MlirLogicalResult (*forward)(MlirOpPassManager, MlirStringRef, MlirStringCallback, void *) =
      real("mlirParsePassPipeline");
  return forward(manager, text, callback, data);
}

MLIR_CAPI_EXPORTED MlirLogicalResult mlirPassManagerRunOnOp(MlirPassManager manager, MlirOperation op) {
  MlirLogicalResult (*forward)(MlirPassManager, MlirOperation) = real("mlirPassManagerRunOnOp");
  const char *what = planted();
  if (what && !strcmp(what, "fail")) {
    mlirEmitError(mlirOperationGetLocation(op), "planted refusal");
    return mlirLogicalResultFailure();
  }
  // Code that looks at code: `recurse` begins a block, and this bug never calls it.
  if (what && !strcmp(what, "watched") && *(volatile unsigned char *)(size_t)&recurse == 0xcc)
    return mlirLogicalResultFailure();
  if (what)
    misbehave(what);
  struct Text before = {NULL, 0}, after = {NULL, 0};
  bool isRare = what && !strcmp(what, "rare"), isPlaced = what && !strcmp(what, "place");
  if (isRare || isPlaced)
    mlirOperationPrint(op, append, &before);
  MlirLogicalResult result = forward(manager, op);
  if ((isRare || isPlaced) && mlirLogicalResultIsSuccess(result)) {
    mlirOperationPrint(op, append, &after);
    // A pass that changes nothing rewrites nothing wrongly.
    if (before.length != after.length || memcmp(before.begin, after.begin, after.length))
      (isRare ? miscompileRarely : miscompileAtPlace)(op);
  }
  free(before.begin);
  free(after.begin);
  if (what && !strcmp(what, "miscompile"))
    mlirOperationWalk(op, miscompile, NULL, MlirWalkPreOrder);
  if (what && !strcmp(what, "seldom") && everyThird())
    mlirOperationWalk(op, miscompile, NULL, MlirWalkPreOrder);
  if (what && !strcmp(what, "anywhere"))
    mlirOperationWalk(op, miscompileAnywhere, NULL, MlirWalkPreOrder);
  int seen = 0;
  if (what && !strcmp(what, "third"))
    mlirOperationWalk(op, miscompileThird, &seen, MlirWalkPreOrder);
  if (what && !strcmp(what, "turn-around"))
    mlirOperationWalk(op, turnAround, NULL, MlirWalkPreOrder);
  if (what && !strcmp(what, "edge"))
    mlirOperationWalk(op, compareAtEdges, NULL, MlirWalkPreOrder);
  if (what && !strcmp(what, "unsigned"))
    mlirOperationWalk(op, unsign, NULL, MlirWalkPreOrder);
  if (what && !strcmp(what, "double-free"))
    mlirOperationWalk(op, freeTwice, NULL, MlirWalkPreOrder);
  if (what && !strcmp(what, "leak"))
    mlirOperationWalk(op, forget, NULL, MlirWalkPreOrder);
  bool isObjection = what && !strcmp(what, "objection");
  if (isObjection)
    mlirEmitError(mlirOperationGetLocation(op), "planted objection");
  if (isObjection || (what && !strcmp(what, "invalid")))
    mlirOperationWalk(op, invalidate, NULL, MlirWalkPreOrder);
  MlirContext context = mlirOperationGetContext(op);
  if (what && !strcmp(what, "unreadable"))
    mark(op, "planted.unreadable", foreign(context));
  if (what && !strcmp(what, "heap-order")) {
    struct Order order = {NULL, 1};
    mlirOperationWalk(op, takeInOrder, &order, MlirWalkPreOrder);
    mark(op, "planted.order", mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), order.seen));
  }
  if (what && !strcmp(what, "misprint"))
    mark(op, "planted.misprint", mlirUnitAttrGet(context));
  if (what && !strcmp(what, "unprintable"))
    mark(op, "planted.unprintable", mlirUnitAttrGet(context));
  if (what && !strcmp(what, "misparse"))
    mark(op, "planted.misparse", mlirUnitAttrGet(context));
  return result;
}
