# Read by MLIR's own CMake project right after its project() line (CMAKE_PROJECT_mlir_INCLUDE), so that a
# part of MLIR can be built without a word changed in its sources. The rest happens in library.cmake, once
# every target of MLIR is known.

# LLVM's static libraries name these, and we link to its shared one: names are enough.
foreach(name zstd::libzstd_shared LibXml2::LibXml2 CURL::libcurl ZLIB::ZLIB)
  if(NOT TARGET ${name})
    add_library(${name} INTERFACE IMPORTED)
  endif()
endforeach()

set(LOWDIFF_HERE ${CMAKE_CURRENT_LIST_DIR})
# By EVAL, because a deferred call keeps its arguments as they are written.
cmake_language(EVAL CODE "cmake_language(DEFER CALL include [[${LOWDIFF_HERE}/library.cmake]])")
