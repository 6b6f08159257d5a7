#!/usr/bin/env python3
"""A hook run killed at any instant leaves evidence, index and work tree as they were or as they should be, and
nothing that stops the next run. PUMUKI_KILLS sets the number of kills (1000)."""
import glob
import json
import os
import random
import signal
import subprocess
import time
import unittest

from workbench import BIN, GOOD, Workbench

KILLS = int(os.environ.get("PUMUKI_KILLS", "1000"))
RUNS_TO_MEASURE = 5
# Within the run and a little beyond its end, so that the last steps are hit too.
SPREAD = 1.1


class Kills(Workbench):
    def start(self):
        return subprocess.Popen([os.path.join(BIN, "pumuki-pre-commit")], cwd=self.root, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                start_new_session=True)

    def test_nothing_torn_nothing_lost(self):
        self.init()
        self.install()
        self.pumuki("config", "check")
        gate = json.loads(self.read(".pumuki/gate.json"))
        # A finding that warns: it stays in the ledger through every run.
        self.stage("a", GOOD).stage("large.bin", b"\0" * (2 << 20))
        self.assertIsInstance(gate, dict)
        done = self.pumuki(program="pumuki-pre-commit", check=False)
        self.assert_done(done)
        ledger = {(entry["ruleId"], entry["file"]): entry["firstSeen"] for entry in self.evidence()["ledger"]}
        self.assertTrue(ledger)
        index, work = self.read(".git/index"), self.read("large.bin")

        began = time.monotonic()
        for _ in range(RUNS_TO_MEASURE):
            self.start().wait(timeout=60)
        usual = (time.monotonic() - began) / RUNS_TO_MEASURE
        chance = random.Random(1)
        killed = 0
        for _ in range(KILLS):
            process = self.start()
            time.sleep(chance.random() * usual * SPREAD)
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            killed += process.wait(timeout=60) == -signal.SIGKILL
            evidence = self.evidence()  # valid JSON, whole
            found = {(entry["ruleId"], entry["file"]): entry["firstSeen"] for entry in evidence["ledger"]}
            self.assertEqual(found, ledger)
        self.assertGreater(killed, KILLS // 4)
        self.assertEqual(self.read(".git/index"), index)
        self.assertEqual(self.read("large.bin"), work)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git", "index.lock")))

        self.pumuki("evidence", "validate", ".ai_evidence.json")
        done = self.pumuki(program="pumuki-pre-commit", check=False)
        self.assert_done(done)
        left = [name for name in glob.glob(os.path.join(self.root, ".ai_evidence.json*"))
                if name != os.path.join(self.root, ".ai_evidence.json")]
        self.assertEqual(left, [])


if __name__ == "__main__":
    unittest.main()
