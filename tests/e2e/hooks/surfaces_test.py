#!/usr/bin/env python3
"""One finding at every surface; two runs on one tree differ in times and chain only; every form of output."""
import json
import unittest

from workbench import CONFLICT, PRIVATE_KEY, Workbench


def without_times(document):
    """Everything that a second run may not change."""
    document = json.loads(json.dumps(document))
    document.pop("timestamp")
    document.pop("evidence_chain")
    for entry in document["ledger"]:
        entry.pop("lastSeen")
    return document


class Surfaces(Workbench):
    def setUp(self):
        super().setUp()
        self.init()
        self.install()
        self.stage("a.txt", CONFLICT).stage("b.key", PRIVATE_KEY).stage("c.json", "{\"a\": }\n").stage(".env", "A=1\n")

    def test_the_same_everywhere(self):
        findings = self.assert_same_everywhere()
        self.assertEqual({finding["ruleId"] for finding in findings},
                         {"core.conflict-marker", "core.private-key", "core.json-syntax", "core.env-file"})

    def test_two_runs_differ_in_times_and_chain_only(self):
        self.pumuki(program="pumuki-pre-commit", check=False)
        first = self.evidence()
        self.pumuki(program="pumuki-pre-commit", check=False)
        second = self.evidence()
        self.assertEqual(without_times(first), without_times(second))
        self.assertEqual(second["evidence_chain"]["sequence"], first["evidence_chain"]["sequence"] + 1)
        self.assertEqual(second["evidence_chain"]["previous_payload_hash"], first["evidence_chain"]["payload_hash"])

    def test_every_form_is_one_document_on_standard_output(self):
        for form, check in (("--json", json.loads), ("--sarif", json.loads)):
            done = self.pumuki(form, program="pumuki-pre-commit", check=False)
            self.assertEqual(done.returncode, 1)
            check(done.stdout)
        done = self.pumuki("--quiet", program="pumuki-pre-commit", check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        done = self.pumuki("--github", program="pumuki-pre-commit", check=False)
        self.assertIn("::error file=a.txt,line=2", done.stdout)
        done = self.pumuki("--junit", program="pumuki-pre-commit", check=False)
        self.assertIn("<testsuite", done.stdout)


if __name__ == "__main__":
    unittest.main()
