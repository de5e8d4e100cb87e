# What is built: one shared library of the chosen part of MLIR, its two tools and its runner libraries.

# The part of MLIR that matters for lowering tosa to llvm on a CPU; what these link to comes along.
set(roots
  # Infrastructure and the C API
  MLIRCAPIIR MLIRCAPITransforms MLIRCAPIExecutionEngine MLIROptLib MLIRTransforms
  MLIRBuiltinToLLVMIRTranslation MLIRLLVMToLLVMIRTranslation MLIRPDLInterpDialect
  # Dialects and their passes
  MLIRAffineTransforms MLIRArithTransforms MLIRArithValueBoundsOpInterfaceImpl MLIRBufferizationPipelines
  MLIRBufferizationTransforms MLIRComplexDialect MLIRControlFlowTransforms MLIRFuncAllExtensions MLIRFuncTransforms
  MLIRIndexDialect MLIRLLVMDialect MLIRLLVMIRTransforms MLIRLinalgTransforms MLIRMLProgramTransforms
  MLIRMathTransforms MLIRMemRefTransforms MLIRQuantDialect MLIRQuantTransforms MLIRSCFTransforms MLIRShapeOpsTransforms
  MLIRTensorAllExtensions MLIRTensorInferTypeOpInterfaceImpl MLIRTensorTilingInterfaceImpl MLIRTensorTransforms
  MLIRTosaTransforms MLIRUBDialect MLIRVectorTransforms
  # Conversions
  MLIRAffineToStandard MLIRArithToLLVM MLIRBufferizationToMemRef MLIRComplexToLLVM MLIRComplexToLibm
  MLIRComplexToStandard MLIRControlFlowToLLVM MLIRControlFlowToSCF MLIRConvertToLLVMPass MLIRFuncToLLVM
  MLIRIndexToLLVM MLIRLinalgToStandard MLIRMathToFuncs MLIRMathToLLVM MLIRMathToLibm MLIRMemRefToLLVM
  MLIRReconcileUnrealizedCasts MLIRSCFToControlFlow MLIRShapeToStandard MLIRTensorToLinalg MLIRTosaToArith
  MLIRTosaToLinalg MLIRTosaToMLProgram MLIRTosaToSCF MLIRTosaToTensor MLIRUBToLLVM MLIRVectorToLLVMPass
  MLIRVectorToSCF)

# Linked to by some of these without being called: the linker, which allows nothing undefined, would tell. The
# execution engine is compiled below, as it names types of LLVM that the precompiled header has of MLIR as well.
set(unused MLIRFuncTransformOps MLIROpenMPDialect MLIRExecutionEngineUtils)

function(lowdiff_closure result)
  set(found)
  set(open ${roots})
  while(open)
    list(POP_FRONT open target)
    if(NOT TARGET ${target} OR target IN_LIST found OR target IN_LIST unused)
      continue()
    endif()
    get_target_property(type ${target} TYPE)
    if(NOT type STREQUAL STATIC_LIBRARY)
      continue()
    endif()
    list(APPEND found ${target})
    get_target_property(links ${target} LINK_LIBRARIES)
    # Some are wrapped in generator expressions.
    string(REGEX MATCHALL "MLIR[A-Za-z0-9]+" links "${links}")
    list(APPEND open ${links})
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

lowdiff_closure(libraries)

# Sources are called what they are called everywhere, in assertions as in line counts.
set(names -ffile-prefix-map=${MLIR_SOURCE_DIR}/=mlir/ -ffile-prefix-map=${MLIR_BINARY_DIR}/=generated/
  -ffile-prefix-map=${LLVM_MAIN_INCLUDE_DIR}/=llvm/include/)
set(flags ${names})
set(lines)
if(LOWDIFF_COVERAGE)
  list(APPEND flags -fsanitize-coverage=inline-8bit-counters,pc-table)
  # Lines only of what is called: the mapping of every inline function in sight would take gigabytes. Nothing is
  # written unless LLVM_PROFILE_FILE says where.
  set(lines -fprofile-instr-generate=/dev/null -fcoverage-mapping -mllvm -limited-coverage-experimental=true
    -fcoverage-compilation-dir=.)
endif()

# MLIR 19's own mlir-headers leaves most of what is generated to whoever needs it.
function(lowdiff_generated directory)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  list(FILTER targets INCLUDE REGEX "IncGen$")
  if(targets)
    add_dependencies(mlir-headers ${targets})
  endif()
  get_property(inner DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(directory ${inner})
    lowdiff_generated(${directory})
  endforeach()
endfunction()
lowdiff_generated(${MLIR_SOURCE_DIR}/include/mlir)

# The same flags as MLIR's own libraries have, or the compiler would not take the result.
function(lowdiff_headers name header)
  add_library(lowdiff-${name} OBJECT ${LOWDIFF_HERE}/empty.cpp)
  llvm_update_compile_flags(lowdiff-${name})
  set_target_properties(lowdiff-${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(lowdiff-${name} PRIVATE ${ARGN})
  target_precompile_headers(lowdiff-${name} PRIVATE ${LOWDIFF_HERE}/${header})
  add_dependencies(lowdiff-${name} mlir-headers)
endfunction()
lowdiff_headers(infrastructure infrastructure.h ${flags})
lowdiff_headers(dialects dialects.h ${flags} ${lines})

set(objects)
foreach(library ${libraries})
  # Every library of MLIR's that goes into its shared one has a twin of objects.
  if(NOT TARGET obj.${library})
    continue()
  endif()
  list(APPEND objects $<TARGET_OBJECTS:obj.${library}>)
  target_compile_options(obj.${library} PRIVATE ${flags})
  get_target_property(directory obj.${library} SOURCE_DIR)
  if(directory MATCHES "/mlir/lib/(Conversion|Transforms|Dialect/[^/]+/Transforms)(/|$)")
    target_compile_options(obj.${library} PRIVATE ${lines})
    target_precompile_headers(obj.${library} REUSE_FROM lowdiff-dialects)
  else()
    target_precompile_headers(obj.${library} REUSE_FROM lowdiff-infrastructure)
  endif()
endforeach()

# Apart from MLIR's own targets, some of which have the same names.
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lowdiff/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lowdiff/bin)

# They stay where they are built to be: nothing may point back into the build.
set(beside INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
set(engine ${MLIR_SOURCE_DIR}/lib/ExecutionEngine)
add_library(lowdiff-mlir SHARED ${objects}
  ${LOWDIFF_HERE}/register.cpp ${LOWDIFF_HERE}/tools.cpp ${LOWDIFF_HERE}/counters.cpp
  ${engine}/ExecutionEngine.cpp ${engine}/JitRunner.cpp ${engine}/OptUtils.cpp)
# With assertions it would print things that Debian's LLVM, built without, cannot print.
set_source_files_properties(${engine}/JitRunner.cpp PROPERTIES COMPILE_OPTIONS -DNDEBUG)
set_target_properties(lowdiff-mlir PROPERTIES OUTPUT_NAME MLIR-C ${beside})
target_link_libraries(lowdiff-mlir PRIVATE LLVM ${CMAKE_DL_LIBS})
target_link_options(lowdiff-mlir PRIVATE -fuse-ld=lld -Wl,-z,defs -Wl,-Bsymbolic-functions -Wl,--build-id)
if(LOWDIFF_COVERAGE)
  target_compile_definitions(lowdiff-mlir PRIVATE LOWDIFF_COVERAGE)
  target_link_options(lowdiff-mlir PRIVATE -fprofile-instr-generate)
endif()

function(lowdiff_tool name source)
  add_executable(lowdiff-${name} ${LOWDIFF_HERE}/${source})
  # Code that the runner compiles may call what the runner itself links to.
  set_target_properties(lowdiff-${name} PROPERTIES OUTPUT_NAME ${name} INSTALL_RPATH "$ORIGIN/../lib"
    BUILD_WITH_INSTALL_RPATH ON ENABLE_EXPORTS ON)
  target_link_libraries(lowdiff-${name} PRIVATE lowdiff-mlir)
  target_link_options(lowdiff-${name} PRIVATE -fuse-ld=lld)
endfunction()
lowdiff_tool(mlir-opt opt.cpp)
lowdiff_tool(mlir-runner runner.cpp)

# What compiled programs call. MLIR's own targets of these names drag the sparse tensor runtime in.
function(lowdiff_runner_library name source)
  add_library(lowdiff-${name} SHARED ${engine}/${source} ${engine}/Float16bits.cpp)
  set_target_properties(lowdiff-${name} PROPERTIES OUTPUT_NAME mlir_${name})
  target_compile_definitions(lowdiff-${name} PRIVATE mlir_${name}_EXPORTS mlir_float16_utils_EXPORTS)
endfunction()
lowdiff_runner_library(runner_utils RunnerUtils.cpp)
lowdiff_runner_library(c_runner_utils CRunnerUtils.cpp)
lowdiff_runner_library(float16_utils Float16bits.cpp)

add_custom_target(lowdiff)
add_dependencies(lowdiff lowdiff-mlir lowdiff-mlir-opt lowdiff-mlir-runner lowdiff-runner_utils lowdiff-c_runner_utils
  lowdiff-float16_utils)
# Passes.h includes what is generated for every dialect there is.
add_dependencies(lowdiff-mlir mlir-headers)
