"""A tree that cannot be written, and a terminal that watches a long step."""
import json
import os
import pty
import re
import select
import shutil
import stat
import subprocess
import sys
import time
import unittest

from workbench import BIN, CONFLICT, GOOD, PATIENCE, Workbench

RUNNER = os.path.join(BIN, "pumuki-pre-commit")
GATE = json.dumps({"sdd": "off"})


def namespace_refusal():
    """Why a private read-only mount is not possible here; None when it is."""
    if not shutil.which("unshare"):
        return "unshare is not installed"
    done = subprocess.run(["unshare", "-rm", "true"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return None if done.returncode == 0 else "namespaces are refused: " + done.stderr.strip()


class ReadOnlyTree(Workbench):
    def setUp(self):
        super().setUp()
        self.init()
        self.write(".pumuki/gate.json", GATE).stage("f.txt", GOOD).commit("feat: start")

    def judge(self, launcher, code):
        done = self.run_in(self.root, *launcher, "--json", check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(said["allowed"], code == 0)
        self.assertFalse(said["evidence_written"])
        self.assertTrue(said["evidence_reason"], said)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".ai_evidence.json")))
        text = self.run_in(self.root, *launcher, check=False)
        self.assertEqual(text.returncode, code, text.stdout + text.stderr)
        self.assertIn("ALLOWED" if code == 0 else "BLOCKED", text.stdout)
        required = self.run_in(self.root, *launcher, "--require-evidence", check=False)
        self.assertEqual(required.returncode, 2, required.stdout + required.stderr)
        self.assertIn("--require-evidence", required.stderr)

    def test_a_mount_that_is_read_only(self):
        refusal = namespace_refusal()
        if refusal:
            self.skipTest(refusal)
        script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" && shift && exec "$@"'
        launcher = ["unshare", "-rm", "sh", "-c", script, "sh", self.root, RUNNER]
        probe = self.run_in(self.root, *launcher[:-1], "touch", "probe", check=False)
        if "ead-only" not in probe.stderr:
            self.skipTest("no read-only mount: " + probe.stderr.strip())
        for content, code in ((GOOD + "five\n", 0), (CONFLICT, 1)):
            with self.subTest(code=code):
                self.stage("f.txt", content)
                self.judge(launcher, code)

    def test_a_folder_without_write_permission(self):
        if os.geteuid() == 0:
            self.skipTest("permissions do not bind root")
        for content, code in ((GOOD + "five\n", 0), (CONFLICT, 1)):
            with self.subTest(code=code):
                self.stage("f.txt", content)
                os.chmod(self.root, stat.S_IRUSR | stat.S_IXUSR)
                self.addCleanup(os.chmod, self.root, stat.S_IRWXU)
                try:
                    self.judge([RUNNER], code)
                finally:
                    os.chmod(self.root, stat.S_IRWXU)


class Watching(Workbench):
    """One analyser that is silent for three seconds."""

    def setUp(self):
        super().setUp()
        self.init()
        slow = os.path.join(self.folder, "slow")
        with open(slow, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nsleep 3\necho '[]'\n")
        os.chmod(slow, stat.S_IRWXU)
        self.write(".pumuki/gate.json", json.dumps({
            "sdd": "off",
            "analysers": [{"name": "slow", "command": [slow, "{files}"], "globs": ["**/*.txt", "*.txt"],
                           "format": "gcc-json", "stages": ["PRE_COMMIT"], "timeout_seconds": 60}]}))
        self.stage("f.txt", GOOD)

    def watch(self, **variables):
        """What a terminal on standard error shows; standard output stays a pipe."""
        master, slave = pty.openpty()
        child = subprocess.Popen([RUNNER], cwd=self.root, env={**self.environment, **variables}, stderr=slave,
                                 stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        os.close(slave)
        shown, end = b"", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([master], [], [], 0.2)[0]:
                try:
                    piece = os.read(master, 4096)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece
        os.close(master)
        out = child.communicate(timeout=PATIENCE)[0]
        self.assertEqual(child.returncode, 0, out)
        return shown.decode()

    def test_the_line_moves_within_one_step_and_is_wiped(self):
        shown = self.watch(TERM="xterm")
        seconds = set(re.findall(r"pumuki: analyser slow 0/1  (\d+) s", shown))
        self.assertGreaterEqual(len(seconds), 2, shown)
        self.assertNotIn("0", seconds)
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown))

    def test_silent_in_ci_on_a_dumb_terminal_and_in_a_pipe(self):
        self.assertEqual(self.watch(TERM="xterm", CI="true"), "")
        self.assertEqual(self.watch(TERM="dumb"), "")
        piped = self.run_in(self.root, RUNNER, env={**self.environment, "TERM": "xterm"})
        self.assertEqual(piped.stderr, "")


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
