#!/usr/bin/env python3
"""The source rules must find what they forbid, or a green check would say nothing."""
import unittest

import check_sources as rules


def faults(path, text):
    return list(rules.file_faults(path, text))


class Arrows(unittest.TestCase):
    def test_a_wrong_arrow_is_found(self):
        self.assertTrue(faults("gate/core/a.cpp", '#include "gate/git/repository.h"\n'))
        self.assertTrue(faults("bridges/mcp/a.cpp", '#include "server/http/message.h"\n'))
        self.assertTrue(faults("gate/sdd/a.cpp", '#include "gate/verdict/evaluate.h"\n'))

    def test_a_right_arrow_is_not(self):
        self.assertFalse(faults("gate/verdict/a.cpp", '#include "gate/sdd/session.h"\n'))
        self.assertFalse(faults("server/evidence/a.cpp", '#include "gate/evidence/store.h"\n'))

    def test_an_unknown_room_is_found(self):
        self.assertTrue(faults("gate/new/a.cpp", '#include "gate/core/text.h"\n'))


class Libraries(unittest.TestCase):
    def test_a_library_outside_its_place_is_found(self):
        self.assertTrue(faults("gate/policy/a.cpp", "#include <nlohmann/json.hpp>\n"))
        self.assertTrue(faults("server/evidence/a.cpp", "#include <httplib.h>\n"))
        self.assertTrue(faults("gate/git/plumbing.cpp", "#include <git2.h>\n"))

    def test_in_its_place_it_is_not(self):
        self.assertFalse(faults("gate/policy/a_json.cpp", "#include <nlohmann/json.hpp>\n"))
        self.assertFalse(faults("gate/git/libgit2_x.cpp", "#include <git2.h>\n"))


class Sizes(unittest.TestCase):
    def test_a_long_file_is_found(self):
        self.assertTrue(faults("gate/core/a.cpp", "int x;\n" * 701))
        self.assertFalse(faults("gate/core/a.cpp", "int x;\n" * 700))

    def test_a_long_function_is_found(self):
        body = "  step();\n" * 81
        self.assertTrue(faults("gate/core/a.cpp", "void f() {\n" + body + "}\n"))
        self.assertFalse(faults("gate/core/a.cpp", "namespace x {\n" + body + "}\n"))

    def test_a_header_needs_its_guard(self):
        self.assertTrue(faults("gate/core/a.h", "int f();\n"))


if __name__ == "__main__":
    unittest.main()
