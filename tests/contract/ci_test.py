#!/usr/bin/env python3
"""The YAML that we offer to hook managers and pipelines:  ci_test.py SOURCE_DIR BIN_DIR

* .pre-commit-hooks.yaml and every ```yaml block of docs/ parse.
* Every command of ours in them exists, and knows each option it is given.
* Every id of .pre-commit-hooks.yaml is offered as a local hook with the same entry.
"""
import os
import re
import shlex
import subprocess
import sys
import unittest

import yaml

SOURCE, BIN = (os.path.abspath(path) for path in sys.argv[1:3])
YAML_BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.M | re.S)
COMMAND_KEYS = {"run", "entry", "script"}


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


def documents():
    yield ".pre-commit-hooks.yaml", yaml.safe_load(read(".pre-commit-hooks.yaml"))
    for name in sorted(os.listdir(os.path.join(SOURCE, "docs"))):
        if name.endswith(".md"):
            for number, body in enumerate(YAML_BLOCK.findall(read("docs/" + name))):
                yield f"docs/{name} block {number + 1}", yaml.safe_load(body)


def commands_in(value):
    """Texts of `run`, `entry` and `script`, wherever they stand."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in COMMAND_KEYS:
                yield from [inner] if isinstance(inner, str) else inner
            else:
                yield from commands_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from commands_in(inner)


def ours():
    for place, document in documents():
        for text in commands_in(document):
            words = shlex.split(text)
            if words[0].split("-")[0] == "pumuki":
                yield place, words


def help_of(program):
    done = subprocess.run([os.path.join(BIN, program), "--help"], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30)
    return done.returncode, done.stdout


class Pipelines(unittest.TestCase):
    def test_every_document_parses(self):
        self.assertGreaterEqual(len([place for place, document in documents() if document]), 5)

    def test_every_command_exists_and_knows_its_options(self):
        commands = list(ours())
        self.assertGreaterEqual(len(commands), 7)
        for place, words in commands:
            with self.subTest(place=place, command=words):
                code, text = help_of(words[0])
                self.assertEqual(code, 0, text)
                for option in (word.split("=")[0] for word in words[1:] if word.startswith("-")):
                    self.assertRegex(text, r"(^|[\s,])" + re.escape(option) + r"\b")

    def test_hooks_of_the_framework_are_the_ones_of_the_page(self):
        offered = {hook["id"]: hook["entry"] for hook in yaml.safe_load(read(".pre-commit-hooks.yaml"))}
        local = {hook["id"]: hook["entry"] for place, document in documents() if isinstance(document, dict)
                 for repository in document.get("repos", []) for hook in repository["hooks"]}
        self.assertEqual(offered, local)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
