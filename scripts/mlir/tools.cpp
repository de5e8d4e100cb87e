// mlir-opt and mlir-runner live inside the library, so that the tools test the very code that lowdiff
// loads and carry no second copy of MLIR.

#include "entry.h"

#include "mlir-c/RegisterEverything.h"
#include "mlir/CAPI/IR.h"
#include "mlir/ExecutionEngine/JitRunner.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

int lowdiff_opt_main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlirRegisterAllPasses();
  mlirRegisterAllDialects(wrap(&registry));
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "MLIR optimizer, the part of MLIR that lowdiff tests\n", registry));
}

int lowdiff_runner_main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  return mlir::JitRunnerMain(argc, argv, registry);
}
