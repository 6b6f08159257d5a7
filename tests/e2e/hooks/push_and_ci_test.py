#!/usr/bin/env python3
"""Pushes as git tells them to the hook, and CI in the clones that CI makes."""
import json
import os
import unittest

from workbench import CONFLICT, GOOD, PRIVATE_KEY, Workbench


class Pushes(Workbench):
    def setUp(self):
        super().setUp()
        self.init()
        self.remote = os.path.join(self.folder, "remote.git")
        self.run_in(self.folder, "git", "init", "-q", "--bare", self.remote)
        self.git("remote", "add", "origin", self.remote)
        self.stage("a", GOOD).commit("first")
        self.install()

    def commit_past_the_gate(self, path, text):
        self.stage(path, text)
        self.commit("past the gate", "--no-verify")

    def push(self, *arguments):
        return self.git("push", "-q", *arguments, check=False)

    def test_a_new_branch_and_its_next_commits(self):
        self.assert_done(self.push("-u", "origin", "topic"))
        self.commit_past_the_gate("b", CONFLICT)
        self.assert_blocked(self.push(), "b:2")
        self.stage("b", GOOD).commit("fix", "--no-verify")
        self.assert_done(self.push())

    def test_without_an_upstream(self):
        self.commit_past_the_gate("b", CONFLICT)
        self.assert_blocked(self.push("origin", "topic"), "b:2")

    def test_a_secret_of_a_commit_in_between_is_found(self):
        self.assert_done(self.push("-u", "origin", "topic"))
        self.commit_past_the_gate("key", PRIVATE_KEY)
        self.git("rm", "-q", "key")
        self.commit("out again", "--no-verify")
        self.assert_blocked(self.push(), "core.private-key")

    def test_a_mistake_of_a_commit_in_between_is_not(self):
        self.assert_done(self.push("-u", "origin", "topic"))
        self.commit_past_the_gate("b", CONFLICT)
        self.stage("b", GOOD).commit("fix", "--no-verify")
        self.assert_done(self.push())

    def test_several_refs_and_the_worst_counts(self):
        self.git("branch", "good")
        self.git("checkout", "-q", "-b", "bad")
        self.commit_past_the_gate("b", CONFLICT)
        self.git("checkout", "-q", "topic")
        self.assert_blocked(self.push("origin", "good", "bad"), "b:2")
        self.assert_done(self.push("origin", "good"))

    def test_deletions_and_tags_bring_nothing(self):
        self.assert_done(self.push("origin", "topic"))
        self.git("tag", "-a", "v1", "-m", "one")
        self.assert_done(self.push("origin", "v1"))
        self.assert_done(self.push("origin", "--delete", "v1"))

    def test_protection_looks_at_the_destination(self):
        self.assert_done(self.push("origin", "topic:main"))
        self.stage("a", GOOD + "x\n").commit("second")
        self.assert_blocked(self.push("origin", "topic:main"), "GITFLOW_PROTECTED_BRANCH")
        self.assert_done(self.push("origin", "topic:other"))

    def test_lines_that_make_no_sense_are_not_fine(self):
        for line in ("rubbish\n", "refs/heads/topic " + "1" * 40 + " refs/heads/x " + "0" * 40 + "\n"):
            done = self.pumuki("origin", self.remote, program="pumuki-pre-push", input=line, check=False)
            self.assertEqual(done.returncode, 2, line + done.stdout + done.stderr)


class ContinuousIntegration(Workbench):
    def setUp(self):
        super().setUp()
        self.init(branch="main")
        self.stage("a", GOOD)
        self.commit("first")
        self.stage("a", GOOD + "x\n")
        self.commit("second")
        self.git("checkout", "-q", "-b", "feature")
        self.stage("b", GOOD)
        self.commit("third")
        self.clone = os.path.join(self.folder, "clone")

    def make_clone(self, *options, branch="feature"):
        self.run_in(self.folder, "git", "clone", "-q", *options, "-b", branch, "file://" + self.root, self.clone)
        # SDD is another test's business; a repository without the product's configuration is strict about it.
        self.environment["PUMUKI_EXPERIMENTAL_SDD"] = "off"

    def ci(self, *arguments):
        return self.pumuki(*arguments, program="pumuki-ci", folder=self.clone, check=False)

    def test_a_full_clone(self):
        self.make_clone()
        self.assert_done(self.ci())
        self.stage("b", CONFLICT).commit("bad")
        self.git("pull", "-q", folder=self.clone)
        self.assert_blocked(self.ci(), "b:2")

    def test_detached_as_ci_systems_do(self):
        self.stage("b", CONFLICT).commit("bad")
        self.make_clone()
        self.git("checkout", "-q", "--detach", folder=self.clone)
        self.assert_blocked(self.ci("--base", "origin/main"), "b:2")

    def test_shallow_says_what_to_fetch(self):
        self.make_clone("--depth", "1")
        done = self.ci("--base", "origin/main")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("git fetch", done.stdout + done.stderr)
        document = json.loads(self.ci("--base", "origin/main", "--json").stdout)
        self.assertEqual(document["exit_code"], 2)
        self.assertIn("git fetch", document["error"]["hint"])

    def test_shallow_without_a_base_is_not_fine_either(self):
        self.make_clone("--depth", "1")
        self.assertEqual(self.ci().returncode, 2)

    def test_a_base_that_is_head_is_the_first_parent(self):
        self.stage("b", CONFLICT).commit("bad")
        self.make_clone()
        self.assert_blocked(self.ci("--base", "HEAD"), "b:2")


if __name__ == "__main__":
    unittest.main()
