#!/usr/bin/env python3
"""Old debt never blocks, also when its lines move; one new finding blocks with exactly one message."""
import json
import unittest

from workbench import Workbench

DEBT = 3000
FILES = 30


def warning(number):
    return f"call_{number}(legacy);"


class Baseline(Workbench):
    def setUp(self):
        super().setUp()
        self.init()
        self.install()
        for index in range(FILES):
            self.write(f"src/f{index}.c", self.text(index))
        self.git("add", "-A")
        self.commit("old code", "--no-verify")

    @staticmethod
    def text(index):
        return "".join(warning(index * DEBT // FILES + line) + "\n" for line in range(DEBT // FILES))

    def ingest(self):
        """What a linter would say of the work tree: every line with `legacy` in it is an error."""
        results = []
        for index in range(FILES):
            name = f"src/f{index}.c"
            for number, line in enumerate(self.read(name).decode().splitlines(), 1):
                if "legacy" in line:
                    results.append({"ruleId": "no-legacy", "level": "error", "message": {"text": "legacy call"},
                                    "locations": [{"physicalLocation": {"artifactLocation": {"uri": name},
                                                                        "region": {"startLine": number}}}]})
        sarif = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "lint"}}, "results": results}]}
        self.pumuki("ingest", "sarif", "-", input=json.dumps(sarif))

    def test_debt_moves_and_does_not_block(self):
        self.ingest()
        self.stage("src/f0.c", "// touched\n" + self.text(0))
        self.ingest()
        self.assert_blocked(self.commit("x", check=False), "no-legacy", "ERROR")
        self.pumuki("collect")
        self.pumuki("baseline", "write")
        self.assert_done(self.commit("chore: touch"))

        before = {entry["file"] + entry.get("fingerprint", ""): entry["firstSeen"]
                  for entry in self.evidence()["ledger"]}
        self.assertEqual(len(before), DEBT)
        self.stage("src/f1.c", "// inserted\n" * 40 + self.text(1))
        self.ingest()
        self.assert_done(self.commit("chore: forty lines above"))
        after = {entry["file"] + entry.get("fingerprint", ""): entry["firstSeen"]
                 for entry in self.evidence()["ledger"]}
        self.assertEqual(before, after)

        self.stage("src/f2.c", self.text(2) + "fresh(legacy);\n")
        self.ingest()
        refused = self.commit("x", check=False)
        self.assert_blocked(refused)
        said = [line for line in (refused.stdout + refused.stderr).splitlines() if "no-legacy" in line]
        self.assertEqual(len(said), 1, said)
        self.assertIn(f"src/f2.c:{DEBT // FILES + 1}", said[0])

        self.stage("src/f2.c", self.text(2))
        self.ingest()
        self.pumuki("collect")
        self.pumuki("baseline", "prune")
        shown = json.loads(self.pumuki("baseline", "show", "--json").stdout)
        self.assertEqual(len(shown["findings"]), DEBT)


if __name__ == "__main__":
    unittest.main()
