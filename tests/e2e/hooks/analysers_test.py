#!/usr/bin/env python3
"""Real analysers in the hook: gcc, clang-tidy and cppcheck on a C++ project. What they find stands in the evidence, on
HTTP, in the hook's text and in SARIF under one fingerprint."""
import shutil
import unittest

from workbench import Workbench

CPP = """#include <cstdio>
int third(int n) {
  int unused;
  int list[2] = {1, 2};
  double share = n / 3;
  std::printf("%f", share);
  return list[2];
}
"""
CPP_ANALYSERS = [
    {"name": "gcc", "globs": ["**/*.cpp"], "format": "gcc-json",
     "command": ["gcc", "-Wall", "-fsyntax-only", "-fdiagnostics-format=json", "{files}"]},
    {"name": "clang-tidy", "globs": ["**/*.cpp"], "format": "clang-tidy",
     "command": ["clang-tidy-19", "--quiet", "--checks=-*,bugprone-integer-division", "{files}", "--", "-std=c++20"]},
    {"name": "cppcheck", "globs": ["**/*.cpp"], "format": "cppcheck",
     "command": ["cppcheck", "--quiet", "--xml", "--output-file={output}", "{files}"]},
]


class Analysers(Workbench):
    def test_gcc_clang_tidy_and_cppcheck(self):
        for program in ("gcc", "clang-tidy-19", "cppcheck"):
            self.assertTrue(shutil.which(program), program + " is not installed; scripts/setup.sh installs it")
        self.configure_analysers(CPP_ANALYSERS)
        self.stage("src/third.cpp", CPP)
        found = {(finding["matchedBy"], finding["ruleId"].rsplit(".", 1)[-1], tuple(finding.get("lines", [])))
                 for finding in self.assert_same_everywhere()}
        for rule, line in (("unused-variable", 3), ("integer-division", 5), ("arrayIndexOutOfBounds", 7)):
            self.assertTrue(any(rule in name and line in lines for _, name, lines in found), (rule, found))
        self.assert_blocked(self.commit(check=False), "src/third.cpp:7")

    def test_an_analyser_sees_the_index_and_not_the_work_tree(self):
        self.configure_analysers(CPP_ANALYSERS[:1])
        self.stage("src/third.cpp", CPP).write("src/third.cpp", "int third(int n) { return n; }\n")
        self.assert_blocked(self.commit(check=False), "src/third.cpp:3")
        self.assertEqual(self.read("src/third.cpp"), b"int third(int n) { return n; }\n")
        self.stage("src/third.cpp", "int third(int n) { return n; }\n").write("src/third.cpp", CPP)
        self.assert_done(self.commit())

    def test_an_analyser_that_cannot_run_is_not_fine(self):
        self.configure_analysers([{"name": "absent", "globs": ["**/*.c"], "format": "sarif", "command": ["no-such-analyser"]}])
        self.stage("a.c", "int a;\n")
        done = self.pumuki(program="pumuki-pre-commit", check=False)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("ANALYSER_FAILED", self.pumuki("--json", program="pumuki-pre-commit", check=False).stdout)
        self.assertNotEqual(self.commit(check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main()
