#!/usr/bin/env python3
"""Exactly the resulting commit is judged, whatever the form of the commit and whatever the work tree holds."""
import os
import shutil
import unittest

from workbench import CONFLICT, GOOD, Workbench


class CommitForms(Workbench):
    def setUp(self):
        super().setUp()
        self.init()
        for name in ("f", "g", "h"):
            self.stage(name, GOOD)
        self.commit("first")
        self.install()
        self.git("add", ".pumuki/gate.json")
        self.commit("chore: configuration")

    def assert_judged(self, done, blocked, *paths):
        """Blocked for exactly these paths, or committed."""
        self.assertEqual(done.returncode != 0, blocked, done.stdout + done.stderr)
        self.assertEqual(self.files_of_evidence(), set(paths))

    def test_plain_bad_index_good_work_tree(self):
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_judged(self.commit(check=False), True, "f")

    def test_plain_good_index_bad_work_tree(self):
        self.stage("f", GOOD + "x\n").write("f", CONFLICT).write("g", CONFLICT).write("untracked", CONFLICT)
        before = os.stat(os.path.join(self.root, "g")).st_mtime_ns
        self.assert_judged(self.commit(), False)
        self.assertEqual(self.read("f"), CONFLICT.encode())
        self.assertEqual(os.stat(os.path.join(self.root, "g")).st_mtime_ns, before)

    def test_all_takes_the_work_tree(self):
        self.stage("f", GOOD + "x\n").write("f", CONFLICT).write("untracked", CONFLICT)
        self.assert_judged(self.commit("x", "-a", check=False), True, "f")
        self.write("f", GOOD + "y\n")
        self.assert_judged(self.commit("x", "-a"), False)

    def test_a_path_leaves_the_rest_of_the_index_out(self):
        self.stage("g", CONFLICT).write("f", GOOD + "x\n")
        self.assert_judged(self.commit("x", "f"), False)
        self.write("h", CONFLICT)
        self.assert_judged(self.commit("x", "h", check=False), True, "h")
        self.assertIn("g", self.git_says("diff", "--cached", "--name-only"))

    def test_a_path_together_with_the_index(self):
        self.stage("g", CONFLICT).write("f", GOOD + "x\n")
        self.assert_judged(self.commit("x", "-i", "f", check=False), True, "g")

    def test_amend_is_the_index_against_head(self):
        self.stage("f", GOOD + "x\n").commit()
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_judged(self.commit("again", "--amend", check=False), True, "f")
        self.stage("f", GOOD + "z\n").write("f", CONFLICT)
        self.assert_judged(self.commit("again", "--amend"), False)

    def test_a_picked_hunk(self):
        self.write("f", "zero\n" + GOOD + "filler\n" * 20).git("add", "f")
        self.commit("longer")
        self.write("f", "zero, edited\n" + GOOD + "filler\n" * 20 + CONFLICT)
        done = self.git("commit", "-q", "-p", "-m", "first hunk only", input="y\nn\n", check=False)
        self.assert_judged(done, False)
        self.assertEqual(self.git_says("show", "HEAD:f").splitlines()[0], "zero, edited")
        done = self.git("commit", "-q", "-p", "-m", "the other", input="y\n", check=False)
        self.assert_judged(done, True, "f")

    def test_removal_brings_no_content(self):
        self.write("f", CONFLICT)
        self.git("rm", "-q", "-f", "f")
        self.assert_judged(self.commit(), False)

    def test_a_rename_is_judged_under_its_new_name(self):
        self.stage("f", GOOD * 10).commit()
        self.git("mv", "f", "moved")
        self.stage("moved", GOOD * 10 + CONFLICT)
        self.assert_judged(self.commit(check=False), True, "moved")

    def test_merge(self):
        self.git("checkout", "-q", "-b", "side")
        self.stage("f", "side\n").commit("side")
        self.git("checkout", "-q", "topic")
        self.stage("f", "topic\n").commit("topic")
        self.assertNotEqual(self.git("merge", "-q", "side", check=False).returncode, 0)
        self.git("add", "f")
        self.assert_judged(self.git("commit", "-q", "--no-edit", check=False), True, "f")
        self.stage("f", "both\n").write("f", CONFLICT)
        self.assert_judged(self.git("commit", "-q", "--no-edit", check=False), False)
        self.assertEqual(len(self.git_says("log", "-1", "--format=%P").split()), 2)

    def test_rebase_is_caught_by_the_push_because_git_runs_no_commit_hook_there(self):
        self.git("checkout", "-q", "-b", "side")
        self.stage("f", "side\n").commit("side")
        self.git("checkout", "-q", "topic")
        self.stage("f", "topic\n").commit("topic")
        self.assertNotEqual(self.git("rebase", "-q", "side", check=False).returncode, 0)
        self.git("add", "f")
        self.assert_done(self.git("rebase", "--continue", check=False))
        remote = os.path.join(self.folder, "remote.git")
        self.run_in(self.folder, "git", "init", "-q", "--bare", remote)
        self.git("remote", "add", "origin", remote)
        self.assert_blocked(self.git("push", "-q", "origin", "topic", check=False), "f:1", "core.conflict-marker")
        self.assertEqual(self.pumuki("--base", "side", program="pumuki-ci", check=False).returncode, 1)

    def test_a_commit_in_the_middle_of_a_rebase(self):
        self.stage("f", GOOD + "x\n").commit("one")
        self.stage("g", GOOD + "x\n").commit("two")
        self.environment["GIT_SEQUENCE_EDITOR"] = "sed -i 1s/pick/edit/"
        self.git("rebase", "-q", "-i", "HEAD~2")
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_judged(self.commit("amended", "--amend", check=False), True, "f")
        self.stage("f", GOOD + "y\n").commit("amended", "--amend")
        self.assert_done(self.git("rebase", "--continue", check=False))

    def test_intent_to_add_is_not_content(self):
        self.write("later", CONFLICT).git("add", "-N", "later")
        self.stage("f", GOOD + "x\n")
        self.assert_judged(self.commit(), False)

    def test_odd_names(self):
        names = ["día/ñ \"q\"\ttab.cc", "nl\nname.cc", "latin\udce9.cc", "-dash", "[glob]*", " blank ", ":colon"]
        for name in names:
            self.stage("./" + name, CONFLICT)
        done = self.commit(check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(self.evidence()["snapshot"]["findings"]), len(names))
        self.assertNotIn("\x1b", done.stderr)

    def test_a_linked_worktree_with_its_own_index(self):
        linked = os.path.join(self.folder, "linked")
        self.git("worktree", "add", "-q", "-b", "linked", linked)
        self.stage("f", CONFLICT)
        self.stage("g", GOOD + "x\n", folder=linked)
        self.assert_done(self.commit(folder=linked))
        self.stage("g", CONFLICT, folder=linked).write("g", GOOD, folder=linked)
        self.assert_blocked(self.commit(folder=linked, check=False), "g:2")
        self.assertEqual(self.files_of_evidence(folder=linked), {"g"})

    def test_a_submodule_is_a_commit_not_content(self):
        library = os.path.join(self.folder, "library")
        self.run_in(self.folder, "git", "init", "-q", "-b", "topic", library)
        self.stage("bad", CONFLICT, folder=library)
        self.git("commit", "-q", "-m", "x", folder=library)
        self.git("submodule", "--quiet", "add", library, "lib")
        self.assert_judged(self.commit(), False)
        inside = os.path.join(self.root, "lib")
        self.install(folder=inside)
        self.git("checkout", "-q", "-B", "topic", folder=inside)
        self.stage("more", CONFLICT, folder=inside)
        self.assert_blocked(self.commit(folder=inside, check=False), "more:2")

    def test_a_sparse_checkout(self):
        self.stage("in/a", GOOD).stage("out/b", GOOD).commit()
        self.git("sparse-checkout", "set", "--cone", "--sparse-index", "in", ".pumuki")
        self.assertFalse(os.path.exists(os.path.join(self.root, "out")))
        self.stage("in/a", CONFLICT).write("in/a", GOOD)
        self.assert_judged(self.commit(check=False), True, "in/a")
        self.stage("in/a", GOOD + "x\n")
        self.assert_judged(self.commit(), False)

    def test_a_split_index(self):
        self.git("update-index", "--split-index")
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_judged(self.commit(check=False), True, "f")

    def test_a_detached_head(self):
        self.git("checkout", "-q", "--detach")
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_judged(self.commit(check=False), True, "f")
        self.stage("f", GOOD + "x\n")
        self.assert_judged(self.commit(), False)


class Formats(Workbench):
    """Every repository that the installed git can make gets the same verdict."""

    def assert_same_verdicts(self, *options):
        self.init(*options)
        self.install()
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_blocked(self.commit(check=False), "f:2")
        self.stage("f", GOOD).write("f", CONFLICT)
        self.assert_done(self.commit())
        self.assertEqual(self.files_of_evidence(), set())

    def test_sha256(self):
        self.assert_same_verdicts("--object-format=sha256")

    def test_a_separate_git_folder(self):
        self.assert_same_verdicts("--separate-git-dir=" + os.path.join(self.folder, "elsewhere.git"))

    def test_reference_tables(self):
        self.run_in(self.folder, "git", "init", "-q", "probe")
        probe = self.run_in(self.folder, "git", "init", "-q", "--ref-format=reftable", "probe-tables", check=False)
        if probe.returncode == 0:
            self.assert_same_verdicts("--ref-format=reftable")
            return
        # This git cannot make one: what it cannot read must be "could not evaluate" with the extension's name.
        self.init()
        self.install()
        self.git("config", "core.repositoryFormatVersion", "1")
        self.git("config", "extensions.refStorage", "reftable")
        done = self.pumuki("pumuki-pre-commit", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("refstorage", (done.stdout + done.stderr).lower())

    def test_an_extension_nobody_knows(self):
        self.init()
        self.install()
        self.git("config", "core.repositoryFormatVersion", "1")
        self.git("config", "extensions.fromTheFuture", "true")
        done = self.pumuki("gate", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("fromthefuture", (done.stdout + done.stderr).lower())

    def test_the_folder_of_the_gate_moved_away(self):
        self.init()
        self.install()
        gone = os.path.join(self.folder, "moved")
        shutil.move(self.root, gone)
        self.root = gone
        self.stage("f", CONFLICT).write("f", GOOD)
        self.assert_blocked(self.commit(check=False), "f:2")


if __name__ == "__main__":
    unittest.main()
