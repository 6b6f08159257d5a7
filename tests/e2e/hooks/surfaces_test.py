#!/usr/bin/env python3
"""One finding at every surface: evidence, HTTP, the hook's text and SARIF agree on place, rule and fingerprint; two runs
on one tree differ in times and chain only."""
import json
import os
import signal
import subprocess
import unittest
import urllib.request

from workbench import BIN, CONFLICT, PRIVATE_KEY, Workbench


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

    def serve(self):
        server = subprocess.Popen([os.path.join(BIN, "pumuki-mcp-evidence"), "--project", self.root, "--port", "0",
                                   "--owned"], env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait, 20)
        self.addCleanup(server.send_signal, signal.SIGTERM)
        self.addCleanup(server.stdin.close)
        line = server.stdout.readline()
        return line[line.index("http://"):].split()[0].rstrip("/")

    def test_the_same_everywhere(self):
        text = self.pumuki(program="pumuki-pre-commit", check=False)
        self.assertEqual(text.returncode, 1)
        evidence = {finding["fingerprint"]: finding for finding in self.evidence()["snapshot"]["findings"]}
        self.assertEqual({finding["ruleId"] for finding in evidence.values()},
                         {"core.conflict-marker", "core.private-key", "core.json-syntax", "core.env-file"})

        sarif = json.loads(self.pumuki("--sarif", program="pumuki-pre-commit", check=False).stdout)
        results = {print_: result for result in sarif["runs"][0]["results"]
                   for print_ in result.get("partialFingerprints", {}).values()}
        answer = json.load(urllib.request.urlopen(self.serve() + "/findings?limit=100", timeout=20))
        served = {finding["fingerprint"]: finding for finding in answer["findings"]}
        self.assertEqual(set(served), set(evidence))
        for fingerprint, finding in evidence.items():
            self.assertIn(fingerprint, results)
            self.assertEqual(results[fingerprint]["ruleId"], finding["ruleId"])
            self.assertIn(finding["file"], text.stdout + text.stderr)
            self.assertIn(finding["ruleId"], text.stdout + text.stderr)

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
