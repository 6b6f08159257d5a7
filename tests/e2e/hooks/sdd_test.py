#!/usr/bin/env python3
"""SDD in hooks without any Node: session open, expired, missing, change archived; documentation is exempt."""
import json
import os
import unittest

from workbench import GOOD, Workbench

PROPOSAL = "# Change: Greeting\n\n## Why\nPeople like it, and they have asked for it more than once by now.\n\n" \
           "## What Changes\n- A greeting is shown.\n"
SPEC = "## ADDED Requirements\n\n### Requirement: Greeting\nThe system SHALL greet.\n\n" \
       "#### Scenario: Morning\n- **WHEN** it is morning\n- **THEN** it greets\n"


class Sdd(Workbench):
    def setUp(self):
        super().setUp()
        self.init()
        self.write("openspec/project.md", "# Project\n")
        self.write("openspec/changes/greeting/proposal.md", PROPOSAL)
        self.write("openspec/changes/greeting/tasks.md", "- [ ] 1. greet\n")
        self.write("openspec/changes/greeting/specs/greeting/spec.md", SPEC)
        self.git("add", "-A")
        self.commit("docs: a change")
        self.install()

    def test_the_life_of_a_session(self):
        self.stage("src/a.c", GOOD)
        self.assert_blocked(self.commit(check=False), "SDD_SESSION_MISSING")
        self.pumuki("sdd", "session", "--open", "--change=greeting")
        self.assert_done(self.commit())

        self.stage("src/a.c", GOOD + "x\n")
        self.git("config", "pumuki.sdd.session.expiresAt", "2020-01-01T00:00:00.000Z")
        self.environment["PUMUKI_SDD_AUTO_REFRESH_SESSION"] = "0"
        self.assert_blocked(self.commit(check=False), "SDD_SESSION_INVALID")
        self.pumuki("sdd", "session", "--refresh")
        self.assert_done(self.commit())

        self.stage("src/a.c", GOOD + "y\n")
        os.makedirs(os.path.join(self.root, "openspec/changes/archive"))
        self.git("mv", "openspec/changes/greeting", "openspec/changes/archive/greeting")
        self.assert_blocked(self.commit(check=False), "SDD_CHANGE_ARCHIVED")

    def test_documentation_needs_no_session(self):
        self.stage("docs/guide.md", "# Guide\n")
        self.assert_done(self.commit("docs: guide"))

    def test_a_broken_change_that_the_commit_touches(self):
        self.pumuki("sdd", "session", "--open", "--change=greeting")
        self.stage("openspec/changes/greeting/specs/greeting/spec.md",
                   SPEC.replace("#### Scenario: Morning", "Morning"))
        self.stage("src/a.c", GOOD)
        self.assert_blocked(self.commit(check=False), "SDD_VALIDATION")
        self.git("checkout", "-q", "HEAD", "--", "openspec")
        self.assert_done(self.commit())

    def test_pre_write_asks_for_a_receipt(self):
        self.pumuki("sdd", "session", "--open", "--change=greeting")
        self.pumuki("collect", check=False)
        refused = self.pumuki("sdd", "validate", "--stage=PRE_WRITE", "--json", check=False)
        self.assertEqual(refused.returncode, 1, refused.stdout + refused.stderr)
        self.assertIn("MCP_ENTERPRISE_RECEIPT", refused.stdout)
        self.assertIsInstance(json.loads(refused.stdout), dict)

    def test_off_elsewhere(self):
        other = os.path.join(self.folder, "other")
        self.run_in(self.folder, "git", "init", "-q", "-b", "topic", other)
        self.install(folder=other)
        self.stage("a.c", GOOD, folder=other)
        self.assert_done(self.commit(folder=other))


if __name__ == "__main__":
    unittest.main()
