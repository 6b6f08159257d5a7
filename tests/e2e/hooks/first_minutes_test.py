#!/usr/bin/env python3
"""The first ten minutes of a developer: install, doctor, clean commit, blocked commit, fix, commit, push."""
import os
import unittest

from workbench import CONFLICT, GOOD, PRIVATE_KEY, Workbench


class FirstMinutes(Workbench):
    def test_from_install_to_push(self):
        self.init()
        self.install()
        proof = self.pumuki("doctor")
        self.assertIn("PROVEN", proof.stdout)
        self.assertNotIn("BROKEN", proof.stdout)

        self.assert_done(self.stage("src/a.txt", GOOD).commit("feat: a file"))
        first = self.head()
        self.assertTrue(first)

        refused = self.stage("src/a.txt", CONFLICT).commit("feat: a conflict", check=False)
        self.assert_blocked(refused, "src/a.txt:2", "core.conflict-marker", "ERROR")
        self.assertEqual(self.head(), first)

        self.assert_done(self.stage("src/a.txt", GOOD + "five\n").commit("fix: the conflict"))
        remote = os.path.join(self.folder, "remote.git")
        self.run_in(self.folder, "git", "init", "-q", "--bare", remote)
        self.git("remote", "add", "origin", remote)
        self.assert_done(self.git("push", "-q", "-u", "origin", "topic", check=False))
        self.assertEqual(self.git_says("rev-parse", "topic", folder=remote), self.head())
        status = self.pumuki("status")
        self.assertIn("managed", status.stdout)

    def test_the_tree_stays_clean_after_install_and_commits(self):
        self.init()
        self.install()
        self.git("add", "-A")
        self.assert_done(self.commit("chore: the gate's configuration"))
        self.assert_done(self.stage("a", "1\n").commit("feat: a"))
        self.assertEqual(self.git_says("status", "--porcelain"), "")

    def test_a_secret_is_named_by_place_and_never_shown(self):
        self.init()
        self.install()
        refused = self.stage("deploy/id", "first\n" + PRIVATE_KEY).commit("feat: key", check=False)
        self.assert_blocked(refused, "deploy/id:2", "core.private-key", "CRITICAL")
        self.assertNotIn("MIIEow", refused.stdout + refused.stderr)
        self.assertNotIn(b"MIIEow", self.read(".ai_evidence.json"))

    def test_the_very_first_commit_of_a_repository(self):
        self.init(branch="main")
        self.install()
        self.assert_blocked(self.stage("a", CONFLICT).commit("first", check=False), "a:2")
        self.assert_done(self.stage("a", GOOD).commit("first"))

    def test_it_works_from_a_sub_folder_and_in_a_path_with_spaces(self):
        self.root = os.path.join(self.folder, "a folder's name", "repo")
        os.makedirs(os.path.dirname(self.root))
        self.init()
        self.write("deep/er/keep", "x\n")
        self.install(folder=os.path.join(self.root, "deep", "er"))
        self.git("add", "deep")
        self.assert_done(self.commit("feat: deep"))
        self.write("deep/er/bad", CONFLICT)
        self.git("add", "bad", folder=os.path.join(self.root, "deep", "er"))
        self.assert_blocked(self.commit("x", folder=os.path.join(self.root, "deep"), check=False), "deep/er/bad:2")

    def test_a_protected_branch_takes_no_commit(self):
        self.init(branch="main")
        self.install()
        self.assert_done(self.stage("a", GOOD).commit("first"))
        self.assert_blocked(self.stage("a", GOOD + "x\n").commit("second", check=False), "GITFLOW_PROTECTED_BRANCH")


if __name__ == "__main__":
    unittest.main()
