#!/usr/bin/env python3
"""The documentation against the programs:  docs_test.py SOURCE_DIR BIN_DIR

* Every block ```sh run is run against both servers, started by scripts/run.sh on its sample.
* Every line of a following block ```text output stands in what the block printed, in order;
  … stands for anything.
* Blocks of json and toml parse; relative links resolve; docs/codes.md is current.
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import tomllib
import unittest

SOURCE, BIN = (os.path.abspath(path) for path in sys.argv[1:3])
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PATIENCE = 60


def pages():
    """Name and text of README.md and everything below docs/."""
    names = ["README.md"]
    for folder, _, files in os.walk(os.path.join(SOURCE, "docs")):
        names += [os.path.relpath(os.path.join(folder, name), SOURCE)
                  for name in sorted(files) if name.endswith(".md")]
    for name in names:
        with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
            yield name, file.read()


def blocks(language):
    for name, text in pages():
        for info, body in FENCE.findall(text):
            if info == language:
                yield name, body


def examples():
    """Page, commands and expected lines of every runnable block."""
    for name, text in pages():
        found = FENCE.findall(text)
        for (info, body), following in zip(found, found[1:] + [("", "")]):
            if info == "sh run":
                yield name, body, following[1].splitlines() if following[0] == "text output" else []


def missing_line(lines, output):
    """The first expected line that the rest of the output does not hold."""
    place = 0
    for line in lines:
        for part in line.split("…"):
            place = output.find(part, place)
            if place < 0:
                return line
            place += len(part)
    return None


def run_environment(**more):
    """For scripts/run.sh: the programs under test on free ports, nothing of the caller's settings."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("PUMUKI_", "GIT_", "CLAUDE_"))}
    return kept | {"PUMUKI_BIN_DIR": BIN, "PUMUKI_EVIDENCE_PORT": "0",
                   "PUMUKI_ENTERPRISE_MCP_PORT": "0"} | more


class Sample:
    """Both servers on the sample repository, as a newcomer starts them."""

    def __init__(self):
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(["bash", os.path.join(SOURCE, "scripts/run.sh")], text=True,
                                        env=run_environment(), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors)
        self.text = ""
        while not self.text.endswith("stops both servers.\n"):
            line = self.process.stdout.readline()
            if not line:
                self.errors.seek(0)
                raise RuntimeError("run.sh ended: " + self.text + self.errors.read())
            self.text += line
        self.repository = re.search(r"^Repository +(.+)$", self.text, re.M)[1]
        self.ports = [re.search(name + r" +http://127\.0\.0\.1:(\d+)", self.text)[1]
                      for name in ("Evidence", "Enterprise")]

    def run(self, commands):
        commands = commands.replace("127.0.0.1:7341", "127.0.0.1:" + self.ports[0])
        commands = commands.replace("127.0.0.1:7391", "127.0.0.1:" + self.ports[1])
        commands = re.sub(r"(?<!/)build/release/bin", lambda _: BIN, commands)
        return subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=SOURCE, text=True,
                              env=os.environ | {"REPO": self.repository}, timeout=PATIENCE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.errors.close()
        return status


class Documentation(unittest.TestCase):
    def test_every_command_runs_and_prints_what_the_page_says(self):
        sample = Sample()
        try:
            commands = list(examples())
            # What run.sh itself proposes, the two MCP commands at its end excepted.
            proposed = sample.text.split("another terminal:\n")[1].split("\n\n")[0]
            commands += [("run.sh", line, []) for line in proposed.splitlines()]
            self.assertGreater(len(commands), 10)
            for page, body, lines in commands:
                with self.subTest(page=page, commands=body):
                    done = sample.run(body)
                    self.assertEqual(done.returncode, 0, done.stdout)
                    self.assertTrue(done.stdout.strip(), "prints nothing")
                    self.assertNotIn('"error":', done.stdout)
                    self.assertIsNone(missing_line(lines, done.stdout), done.stdout)
        finally:
            status = sample.stop()
        self.assertEqual(status, 0)
        self.assertFalse(os.path.exists(sample.repository), "the sample is left behind")

    def test_run_says_clearly_that_a_port_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken, tempfile.TemporaryDirectory() as scratch:
            port = str(taken.getsockname()[1])
            done = subprocess.run(["bash", os.path.join(SOURCE, "scripts/run.sh")], text=True,
                                  env=run_environment(PUMUKI_ENTERPRISE_MCP_PORT=port, TMPDIR=scratch),
                                  timeout=PATIENCE, stdin=subprocess.DEVNULL, capture_output=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("EADDRINUSE 127.0.0.1:" + port, done.stderr)
            self.assertIn("run: pumuki-mcp-enterprise did not start", done.stderr)
            self.assertEqual(os.listdir(scratch), [])

    def test_configuration_examples_parse(self):
        examples_of_json = list(blocks("json"))
        self.assertGreaterEqual(len(examples_of_json), 3)
        for name, body in examples_of_json:
            with self.subTest(page=name):
                json.loads(body)
        for name, body in blocks("toml"):
            with self.subTest(page=name):
                tomllib.loads(body)

    def test_links_resolve(self):
        for name, text in pages():
            for target in LINK.findall(FENCE.sub("", text)):
                if "://" in target or target.startswith("#"):
                    continue
                path = os.path.join(SOURCE, os.path.dirname(name), target.split("#")[0])
                self.assertTrue(os.path.exists(path), "%s links to %s" % (name, target))

    def test_the_list_of_codes_is_current(self):
        done = subprocess.run(["bash", os.path.join(SOURCE, "scripts/codes.sh"), "--check"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        with open(os.path.join(SOURCE, "gate/core/codes.def"), encoding="utf-8") as file:
            codes = re.findall(r'^PUMUKI_CODE\(\w+, "([^"]+)"', file.read(), re.M)
        with open(os.path.join(SOURCE, "docs/codes.md"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual([code for code in codes if "| `%s` |" % code not in page], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
