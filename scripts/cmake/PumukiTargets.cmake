# The few target shapes of this project. Every include path starts at the project root.

add_link_options(-Wl,--as-needed)

# pumuki_library(NAME SOURCES a.cpp … LINK lib …)
function(pumuki_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# pumuki_program(NAME SOURCES main.cpp … LINK lib …): lands in <build>/bin
function(pumuki_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  install(TARGETS ${name} RUNTIME)
endfunction()

# pumuki_test(NAME SOURCES x_test.cpp … LINK lib … [PROGRAMS target …] [LABELS label …] [TIMEOUT seconds])
# PROGRAMS are built first; tests find them in the folder PUMUKI_BIN_DIR.
function(pumuki_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;PROGRAMS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE
    PUMUKI_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
    PUMUKI_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(ARG_PROGRAMS)
    add_dependencies(${name} ${ARG_PROGRAMS})
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
