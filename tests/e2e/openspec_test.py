#!/usr/bin/env python3
"""The real OpenSpec from npm beside our own reading of the layout: the same folders, the same verdict for each item,
and the product with and without OpenSpec in the repository. Usage: openspec_test.py BIN_DIR SOURCE_DIR.
Exit 77 where Node or the package cannot be had."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
sys.path.insert(0, os.path.join(sys.argv.pop(1), "tests", "support"))
import node  # noqa: E402

PACKAGE = "@fission-ai/openspec@1.13"
SCENARIO = "\n#### Scenario: One\n- **WHEN** it happens\n- **THEN** it is done\n"
REQUIREMENT = "### Requirement: {0}\nThe system SHALL do {0}.\n" + SCENARIO
MAIN = ("# Auth\n\n## Purpose\nLets the right people in and keeps everybody else out of the system.\n\n"
        "## Requirements\n" + REQUIREMENT.format("Login") + "\n#### Scenario: Two\n- **WHEN** x\n- **THEN** y\n")
ADDED = "## ADDED Requirements\n"
RENAMED = "## RENAMED Requirements\n- FROM: `### Requirement: Login`\n- TO: `### Requirement: Sign in`\n"

# Name of a change -> its files. The first is valid; the session is opened for it.
CHANGES = {
    "valid": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("Logout"), "proposal.md": "## Why\nx\n",
              "tasks.md": "- [ ] 1.1 x\n"},
    "two-capabilities": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("Logout"),
                         "specs/web/page/spec.md": ADDED + REQUIREMENT.format("Page")},
    "missing-scenario": {"specs/auth/spec.md": ADDED + "### Requirement: Logout\nThe system SHALL.\n"},
    "empty-scenario": {"specs/auth/spec.md": ADDED + "### Requirement: Logout\nIt SHALL.\n#### Scenario: One\n"},
    "scenario-level-five": {"specs/auth/spec.md": ADDED + "### Requirement: A\nIt SHALL.\n##### Scenario: x\n- y\n"},
    "scenario-in-fence": {"specs/auth/spec.md": ADDED + "### Requirement: A\nIt SHALL.\n```\n#### Scenario: x\n- y\n```\n"},
    "any-level-four": {"specs/auth/spec.md": ADDED + "### Requirement: A\nIt SHALL.\n#### Edge case\n- y\n"},
    "missing-delta": {"proposal.md": "## Why\nx\n## What Changes\n- y\n", "tasks.md": "- [ ] x\n"},
    "wrong-section": {"specs/auth/spec.md": "## NEW Requirements\n" + REQUIREMENT.format("A")},
    "wrong-requirement-header": {"specs/auth/spec.md": ADDED + "## Requirement: A\nIt SHALL.\n#### Scenario: x\n- y\n"},
    "section-only": {"specs/auth/spec.md": ADDED + "Nothing here.\n"},
    "lower-case-headers": {"specs/auth/spec.md": "## added requirements\n### requirement: A\nIt MUST.\n#### scenario: x\n- y\n"},
    "crlf-and-bom": {"specs/auth/spec.md": "\ufeff" + (ADDED + REQUIREMENT.format("A")).replace("\n", "\r\n")},
    "no-keyword": {"specs/auth/spec.md": ADDED + "### Requirement: A\nIt does.\n#### Scenario: x\n- y\n"},
    "keyword-in-header-only": {"specs/auth/spec.md": ADDED + "### Requirement: It SHALL\n#### Scenario: x\n- y\n"},
    "metadata-only": {"specs/auth/spec.md": ADDED + "### Requirement: A\n**Rule**: It MUST.\n#### Scenario: x\n- y\n"},
    "same-name-twice": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("A") + "\n" + REQUIREMENT.format("A")},
    "repeated-section": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("A") + "\n" + ADDED + REQUIREMENT.format("B")},
    "closed-header": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("A") + "\n### Requirement: A ###\nIt SHALL.\n" + SCENARIO},
    "added-and-removed": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("A") + "\n## REMOVED Requirements\n### Requirement: A\n"},
    "removed-as-list": {"specs/auth/spec.md": "## REMOVED Requirements\n* `### Requirement: Login`\n"},
    "renamed": {"specs/auth/spec.md": RENAMED},
    "half-renamed": {"specs/auth/spec.md": "## RENAMED Requirements\n- FROM: `### Requirement: Login`\n"},
    "renamed-and-removed": {"specs/auth/spec.md": RENAMED + "## REMOVED Requirements\n### Requirement: login\n"},
    "modified-old-name": {"specs/auth/spec.md": RENAMED + "## MODIFIED Requirements\n" + REQUIREMENT.format("Login")},
    "scenario-lost": {"specs/auth/spec.md": "## MODIFIED Requirements\n" + REQUIREMENT.format("Login")},
    "scenario-lost-after-rename": {"specs/auth/spec.md": RENAMED + "## MODIFIED Requirements\n" + REQUIREMENT.format("Sign in")},
    "scenarios-kept": {"specs/auth/spec.md": "## MODIFIED Requirements\n" + REQUIREMENT.format("Login") + "\n#### Two ##\n- y\n"},
    "outside-of-sections": {"specs/auth/spec.md": REQUIREMENT.format("A") + "\n" + ADDED + REQUIREMENT.format("B")},
    "delta-at-the-root": {"specs/spec.md": ADDED + REQUIREMENT.format("A")},
    "delta-in-another-file": {"specs/auth.md": ADDED + REQUIREMENT.format("A")},
    "notes-beside": {"specs/auth/spec.md": ADDED + REQUIREMENT.format("A"), "specs/auth/notes.md": "Just notes.\n"},
    "skips-specs": {".openspec.yaml": "schema: spec-driven\nskip_specs: true\n", "proposal.md": "x\n"},
    "skips-specs-and-has-them": {".openspec.yaml": "schema: spec-driven\nskip_specs: true\n",
                                 "specs/auth/spec.md": ADDED + REQUIREMENT.format("A")},
    "empty": {},
}
SPECS = {
    "auth": MAIN,
    "area/nested": MAIN,
    "no-purpose": "## Requirements\n" + REQUIREMENT.format("A"),
    "empty-purpose": "## Purpose\n\n## Requirements\n" + REQUIREMENT.format("A"),
    "no-requirements": "## Purpose\nSomething that is long enough to be taken for a purpose here.\n",
    "empty-requirements": "## Purpose\nSomething.\n## Requirements\nNone.\n",
    "no-scenario": "## Purpose\nSomething.\n## Requirements\n### Requirement: A\nIt SHALL.\n",
    "with-delta-section": MAIN + "\n## ADDED Requirements\n" + REQUIREMENT.format("B"),
    "outside": MAIN + "\n## Notes\n" + REQUIREMENT.format("B"),
    "twice": MAIN + "\n" + REQUIREMENT.format("Login"),
    "any-level-three": "## Purpose\nSomething.\n## Requirements\n### Anything\nIt SHALL.\n#### x\n- y\n",
}


class Repository:
    def __init__(self, package, with_openspec):
        self.temp = tempfile.TemporaryDirectory()
        self.root = os.path.join(self.temp.name, "repo")
        os.makedirs(os.path.join(self.root, "openspec", "changes"))
        self.environment = {**node.environment_with_node(), "HOME": self.temp.name, "GIT_CONFIG_NOSYSTEM": "1",
                            "GIT_CONFIG_GLOBAL": "/dev/null", "OPENSPEC_TELEMETRY": "0"}
        for name in list(self.environment):
            if name.startswith("PUMUKI_") or (name.startswith("GIT_") and not name.startswith("GIT_CONFIG_")):
                del self.environment[name]
        self.openspec_program = os.path.join(package, "node_modules", ".bin", "openspec")
        self.run(["git", "init", "-q", "-b", "feature/x"])
        for key, value in (("user.name", "Test"), ("user.email", "test@example.com")):
            self.run(["git", "config", key, value])
        if with_openspec:
            os.symlink(os.path.join(package, "node_modules"), os.path.join(self.root, "node_modules"))
        self.write(".gitignore", "node_modules\n.ai_evidence.json\n.pumuki/\n")

    def run(self, argv):
        return subprocess.run(argv, cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=120,
                              check=False)

    def write(self, path, text):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def change(self, name, files):
        os.makedirs(os.path.join(self.root, "openspec", "changes", name), exist_ok=True)
        for path, text in files.items():
            self.write(f"openspec/changes/{name}/{path}", text)

    def pumuki(self, *arguments):
        return self.run([os.path.join(BIN, "pumuki"), *arguments])

    def open_session(self, change):
        opened = self.pumuki("sdd", "session", "--open", "--change=" + change)
        assert opened.returncode == 0, opened.stderr

    def validate(self, stage="PRE_COMMIT"):
        ran = self.pumuki("sdd", "validate", "--stage=" + stage, "--json")
        return ran.returncode, json.loads(ran.stdout)

    def openspec(self):
        ran = self.run([self.openspec_program, "validate", "--all", "--json", "--no-interactive"])
        return ran.returncode, json.loads(ran.stdout)


def verdicts(report):
    return {(item["type"], item["id"]): item["valid"] for item in report["items"]}


class OpenspecTest(unittest.TestCase):
    package = None

    def repository(self, with_openspec=False):
        repository = Repository(self.package, with_openspec)
        self.addCleanup(repository.temp.cleanup)
        return repository

    def test_every_item_gets_the_verdict_of_openspec(self):
        repository = self.repository()
        for name, files in CHANGES.items():
            repository.change(name, files)
        for name, text in SPECS.items():
            repository.write(f"openspec/specs/{name}/spec.md", text)
        repository.change("archive/2026-01-01-old", CHANGES["missing-scenario"])
        repository.change(".hidden", CHANGES["missing-scenario"])
        repository.open_session("valid")
        code, evaluation = repository.validate()
        self.assertEqual(code, 1)
        self.assertTrue(evaluation["validation"]["structural"])
        ours = verdicts(json.loads(evaluation["validation"]["stdout"]))
        theirs = verdicts(repository.openspec()[1])
        self.assertEqual(len(theirs), len(CHANGES) + len(SPECS))
        self.assertEqual({item: valid for item, valid in ours.items() if theirs.get(item) != valid}, {})
        self.assertEqual(ours, theirs)
        self.assertIn(False, theirs.values())
        self.assertTrue(theirs[("change", "valid")])

    def test_whole_repositories_get_the_same_answer(self):
        nothing = {}
        for name, changes in (("one valid change", {"valid": CHANGES["valid"]}),
                              ("one bad change", {"missing-scenario": CHANGES["missing-scenario"]}),
                              ("an archived one beside a valid one",
                               {"valid": CHANGES["valid"], "archive/2026-01-01-old": CHANGES["missing-scenario"]}),
                              ("a change without files", {"empty": nothing})):
            with self.subTest(name):
                plain, real = self.repository(), self.repository(with_openspec=True)
                answers = []
                for repository in (plain, real):
                    for change, files in changes.items():
                        repository.change(change, files)
                    repository.open_session(next(iter(changes)))
                    answers.append(repository.validate())
                (our_code, ours), (their_code, theirs) = answers
                self.assertEqual(our_code, their_code)
                self.assertEqual(ours["decision"]["code"], theirs["decision"]["code"])
                self.assertEqual(ours["validation"]["totals"], theirs["validation"]["totals"])
                self.assertIn("structural", ours["validation"])
                self.assertNotIn("structural", theirs["validation"])
                self.assertRegex(theirs["status"]["openspec"]["version"], r"^1\.13\.")

    def test_a_project_made_by_openspec_is_one_for_us(self):
        repository = self.repository(with_openspec=True)
        shutil.rmtree(os.path.join(repository.root, "openspec"))
        made = repository.run([repository.openspec_program, "init", "--tools", "none"])
        self.assertEqual(made.returncode, 0, made.stderr)
        repository.change("valid", CHANGES["valid"])
        repository.open_session("auto")
        for stage in ("PRE_COMMIT", "PRE_PUSH", "CI"):
            code, evaluation = repository.validate(stage)
            self.assertEqual((code, evaluation["decision"]["code"]), (0, "ALLOWED"), evaluation)

    def test_our_folders_are_a_project_for_openspec(self):
        repository = self.repository(with_openspec=True)
        shutil.rmtree(os.path.join(repository.root, "openspec"))
        repository.validate("PRE_WRITE")
        code, report = repository.openspec()
        self.assertEqual((code, report.get("status")), (0, None))


class CommitTest(unittest.TestCase):
    """Real commits through the hook, with OpenSpec in the repository and without it."""

    def setUp(self):
        self.both = []
        for with_openspec in (False, True):
            repository = Repository(OpenspecTest.package, with_openspec)
            self.addCleanup(repository.temp.cleanup)
            repository.write(".git/hooks/pre-commit", f'#!/bin/sh\nexec "{BIN}/pumuki-pre-commit" "$@"\n')
            os.chmod(os.path.join(repository.root, ".git/hooks/pre-commit"), 0o755)
            repository.write(".pumuki/gate.json", json.dumps({"sdd": "auto"}))
            repository.change("valid", CHANGES["valid"])
            repository.change("broken", CHANGES["missing-scenario"])
            repository.run(["git", "add", "openspec/changes/broken"])
            repository.run(["git", "commit", "-qm", "specifications alone"])
            repository.open_session("valid")
            self.both.append(repository)

    def commit(self, repository, *paths):
        repository.write("src/a.cc", os.urandom(8).hex() + "\n")
        repository.run(["git", "add", "src/a.cc", *paths])
        done = repository.run(["git", "commit", "-qm", "work"])
        return done.returncode == 0, done.stdout + done.stderr

    def expect(self, committed, code, *paths):
        for repository in self.both:
            with self.subTest(repository=repository.root):
                done, text = self.commit(repository, *paths)
                self.assertEqual(done, committed, text)
                if code:
                    self.assertIn(code, text)
                repository.run(["git", "reset", "-q"])

    def test_only_what_a_commit_touches_is_validated(self):
        self.expect(True, None)
        self.expect(True, None, "openspec/changes/valid")
        for repository in self.both:
            repository.write("openspec/changes/broken/tasks.md", "- [ ] 1.1 x\n")
        self.expect(False, "SDD_VALIDATION_FAILED", "openspec/changes/broken")

    def test_sessions(self):
        for setup, committed, code in (
                (["git", "config", "pumuki.sdd.session.expiresAt", "2020-01-01T00:00:00.000Z"], True, None),
                (["git", "config", "pumuki.sdd.session.active", "no"], False, "SDD_SESSION_INVALID"),
                (["mv", "openspec/changes/valid", "openspec/changes/renamed"], False, "SDD_CHANGE_MISSING"),
                (["sh", "-c", "git config pumuki.sdd.session.active true; mkdir openspec/changes/archive; "
                  "mv openspec/changes/renamed openspec/changes/archive/2026-01-01-valid"], False, "SDD_CHANGE_ARCHIVED"),
                (["git", "config", "--remove-section", "pumuki.sdd.session"], False, "SDD_SESSION_MISSING")):
            with self.subTest(setup=setup):
                for repository in self.both:
                    self.assertEqual(repository.run(setup).returncode, 0)
                if code == "SDD_CHANGE_MISSING":
                    for repository in self.both:
                        repository.run(["git", "config", "pumuki.sdd.session.active", "true"])
                self.expect(committed, code)


def main():
    try:
        OpenspecTest.package = node.packages(PACKAGE)
        node.environment_with_node()
    except node.Unavailable as reason:
        node.skip(reason)
    unittest.main(verbosity=2)


main()
