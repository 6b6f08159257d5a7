#include "gate/lifecycle/hook_script.h"

#include <gtest/gtest.h>

#include <string>

namespace pumuki::lifecycle {
namespace {

struct LineCase {
  const char* text;
  const char* program;
  Interpreter interpreter;
};

class FirstLineOf : public testing::TestWithParam<LineCase> {};

TEST_P(FirstLineOf, names_what_runs_the_file) {
  const FirstLine line = first_line_of(GetParam().text);
  EXPECT_EQ(line.program, GetParam().program);
  EXPECT_EQ(line.interpreter, GetParam().interpreter);
}

INSTANTIATE_TEST_SUITE_P(
    Scripts, FirstLineOf,
    testing::Values(LineCase{"#!/bin/sh\nx", "sh", Interpreter::Shell},
                    LineCase{"#! /usr/bin/env bash\n", "bash", Interpreter::Shell},
                    LineCase{"#!/usr/bin/env -S A=b bash -eu\n", "bash", Interpreter::Shell},
                    LineCase{"#!/bin/busybox ash\n", "ash", Interpreter::Shell},
                    LineCase{"#!/bin/sh\r\nx", "sh", Interpreter::Shell},
                    LineCase{"#!/bin/zsh -f", "zsh", Interpreter::Shell},
                    LineCase{"echo no first line\n", "", Interpreter::Shell},
                    LineCase{"", "", Interpreter::Shell},
                    LineCase{"#!/usr/bin/env python3\n", "python3", Interpreter::Foreign},
                    LineCase{"#!/usr/bin/node", "node", Interpreter::Foreign},
                    LineCase{"#!/usr/bin/fish\n", "fish", Interpreter::Foreign},
                    LineCase{"#!\n", "", Interpreter::Foreign}));

TEST(FirstLineOfText, a_binary_is_foreign) {
  EXPECT_EQ(first_line_of(std::string{"\x7f"
                                      "ELF\0\1",
                                      6})
                .interpreter,
            Interpreter::Foreign);
}

TEST(FirstLineOfText, tells_where_the_rest_starts_and_a_stray_cr) {
  EXPECT_EQ(first_line_of("#!/bin/sh\nx").rest, 10U);
  EXPECT_EQ(first_line_of("#!/bin/sh").rest, 9U);
  EXPECT_EQ(first_line_of("echo").rest, 0U);
  EXPECT_TRUE(first_line_of("#!/bin/sh\r\n").ends_in_cr);
  EXPECT_FALSE(first_line_of("#!/bin/sh\n").ends_in_cr);
}

class Leaves : public testing::TestWithParam<const char*> {};
class Stays : public testing::TestWithParam<const char*> {};

TEST_P(Leaves, early) { EXPECT_TRUE(leaves_early(GetParam())); }
TEST_P(Stays, to_the_end) { EXPECT_FALSE(leaves_early(GetParam())); }

INSTANTIATE_TEST_SUITE_P(
    Texts, Leaves,
    testing::Values("exit 0\n", "npm test\nexit $?", "lint || exit 1\n", "exec npm test\n",
                    "if true; then exec a; else exec b; fi\n",
                    "command -v x || { echo; exit 2; }\n", "A=1 exit\n", "a; exit",
                    "cat <<E\nx\nE\nexit\n", "case $1 in a) exec b ;; esac\n",
                    "echo \"$(date '+%s')\"; exit 1\n", "f() { :; }\nf; exit 0\n", "echo 'open\n",
                    "if true; then\n", "exec 3<a; exec b 3<&-\n", "exec \"$@\"\n",
                    "x=${#y}\nexit\n", "# comment's\nexit\n"));

INSTANTIATE_TEST_SUITE_P(
    Texts, Stays,
    testing::Values("", "echo exit\n", "# exit\n", "echo 'exit\nexit'\n", "if a; then exit 1; fi\n",
                    "for x in a b; do\n  exit\ndone\n", "while read -r l; do exec_it; done\n",
                    "f() {\n  exit 1\n}\nf || true\n", "function g {\n exec a\n}\n",
                    "(exit 1) || true\n", "cat <<'E'\nexit\nexec a\nE\n", "cat <<-E\n\texit\n\tE\n",
                    "exec 3>&1\n", "exec </dev/null\n", "exec\n",
                    "case $1 in\n  a|b) exit 0 ;;\n  *) echo ;;\nesac\n", "echo a # exit\n",
                    "echo \"a \\\" exit\"\n", "x=$(exit 1)\n", "x=`exit 1`\n", "my_exit 1\n",
                    "exit_code=1\n", "echo \\\nexit\n", "[ -n \"${A:-$(b)}\" ] && c\n",
                    "if case a in a) true;; esac; then b; fi\n", "select x in a; do exit; done\n",
                    "exec >&2 2>/dev/null\n"));

}  // namespace
}  // namespace pumuki::lifecycle
