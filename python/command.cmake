# SPDX-License-Identifier: MIT
# The program colex/bin/colex: the tool with questions with unknowns, without theorems, kernels and `serve`. Z3 is that of the wheel
# z3-solver, whose library has a new name in every version but is always there as libz3 too. Where it is not installed, an empty
# libz3 beside the program, which says that it has no version, takes its place.
set(cli ${root}/src/cli)
set(command ${cli}/main.cpp ${cli}/as.cpp ${cli}/link.cpp ${cli}/program.cpp ${cli}/budget.cpp ${cli}/prove_law.cpp ${cli}/unknowns.cpp ${cli}/batch.cpp ${cli}/completion.cpp ${cli}/help.cpp ${cli}/operation.cpp
    ${cli}/streams.cpp ${cli}/line.cpp ${cli}/plain_request.cpp ${cli}/reply.cpp ${cli}/schema.cpp ${cli}/strict_json.cpp ${cli}/swizzle.cpp ${cli}/atoms.cpp ${cli}/banks.cpp ${cli}/memory_questions.cpp ${cli}/plan.cpp ${cli}/scales.cpp ${cli}/race_free.cpp ${cli}/check.cpp
    ${cli}/draw.cpp ${cli}/explain.cpp ${cli}/import.cpp ${cli}/map.cpp ${cli}/sarif.cpp ${root}/smt/children.cpp ${root}/smt/sym/cvc5.cpp
    ${root}/smt/sym/explore.cpp ${root}/smt/sym/integer.cpp ${root}/smt/sym/solver.cpp ${root}/smt/sym/sha256.cpp)
file(GLOB of_questions CONFIGURE_DEPENDS ${root}/src/questions/*.cpp)
list(REMOVE_ITEM of_questions ${questions})
file(GLOB of_unknowns CONFIGURE_DEPENDS ${root}/src/unknowns/*.cpp ${root}/src/unknowns/forms/*.cpp)

file(GLOB z3_headers ${headers}/z3*.h)
set(z3_functions)
foreach(header IN LISTS z3_headers)
  file(STRINGS ${header} lines REGEX "Z3_API Z3_[a-z0-9_]+\\(")
  string(REGEX MATCHALL "Z3_[a-z0-9_]+\\(" functions "${lines}")
  list(APPEND z3_functions ${functions})
endforeach()
list(REMOVE_DUPLICATES z3_functions)
list(REMOVE_ITEM z3_functions "Z3_get_full_version(")
string(REGEX REPLACE "Z3_[a-z0-9_]+\\(;?" "void \\0) {}\n" z3_functions "${z3_functions}")
string(REPLACE ";" "" z3_functions "${z3_functions}")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/without_z3.cpp
     "extern \"C\" {\nchar const* Z3_get_full_version() { return \"\"; }\n${z3_functions}}\n")
add_library(without_z3 SHARED ${CMAKE_CURRENT_BINARY_DIR}/without_z3.cpp)
set_target_properties(without_z3 PROPERTIES OUTPUT_NAME z3)

add_executable(colex_command ${command} ${of_questions} ${of_unknowns} $<TARGET_OBJECTS:table> $<TARGET_OBJECTS:questions>)
compiled_with_colex(colex_command)
target_compile_definitions(colex_command PRIVATE COLEX_WITH_UNKNOWNS)
target_compile_options(colex_command PRIVATE -O1)
target_link_libraries(colex_command PRIVATE without_z3)
if(APPLE)
  set(here "@loader_path")
else()
  set(here "$ORIGIN")
endif()
set_target_properties(colex_command PROPERTIES OUTPUT_NAME colex INSTALL_RPATH "${here}/../../z3/lib;${here}")
install(TARGETS colex_command RUNTIME DESTINATION colex/bin)
install(TARGETS without_z3 LIBRARY DESTINATION colex/bin)
install(PROGRAMS cvc5 DESTINATION colex/bin)
