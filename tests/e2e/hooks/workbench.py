"""A real git repository with the gate's hooks, for the end-to-end tests. PUMUKI_BIN_DIR names the programs' folder."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest
import urllib.request

BIN = os.path.abspath(os.environ["PUMUKI_BIN_DIR"])
PATIENCE = 120
PASSED_ON = ("TMPDIR", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS")

CONFLICT = "one\n<<<<<<< ours\ntwo\n=======\nthree\n>>>>>>> theirs\nfour\n"
GOOD = "one\ntwo\nfour\n"
PRIVATE_KEY = ("-----BEGIN RSA PRIVATE " + "KEY-----\n" + "MIIEowIBAAKCAQEA7v4Yt0V0QzJ1\n" * 8 +
               "-----END RSA PRIVATE " + "KEY-----\n")


def git_environment(home):
    """Nothing of the machine's own configuration counts."""
    values = {
        "HOME": home, "LC_ALL": "C.UTF-8", "TZ": "UTC", "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.path.join(home, ".gitconfig"), "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
        "GIT_AUTHOR_NAME": "Test Author", "GIT_AUTHOR_EMAIL": "author@example.test",
        "GIT_COMMITTER_NAME": "Test Committer", "GIT_COMMITTER_EMAIL": "committer@example.test",
        "GIT_EDITOR": "true", "GIT_MERGE_AUTOEDIT": "no",
    }
    values.update({name: os.environ[name] for name in PASSED_ON if name in os.environ})
    return values


class Workbench(unittest.TestCase):
    """One temporary folder per test; `self.root` is the repository once init() has run."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pumuki-e2e-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        home = os.path.join(self.folder, "home")
        os.mkdir(home)
        self.environment = git_environment(home)
        self.root = os.path.join(self.folder, "repo")
        with open(self.environment["GIT_CONFIG_GLOBAL"], "w", encoding="utf-8") as file:
            file.write("[protocol \"file\"]\n\tallow = always\n[advice]\n\tdetachedHead = false\n")

    def run_in(self, folder, *command, check=True, **options):
        options.setdefault("env", self.environment)
        options.setdefault("timeout", PATIENCE)
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="surrogateescape",
                              check=False, **options)
        if check and done.returncode != 0:
            self.fail(f"{command} ended with {done.returncode}\n{done.stdout}\n{done.stderr}")
        return done

    def git(self, *arguments, check=True, folder=None, **options):
        return self.run_in(folder or self.root, "git", *arguments, check=check, **options)

    def git_says(self, *arguments, folder=None):
        return self.git(*arguments, folder=folder).stdout.rstrip("\n")

    def pumuki(self, *arguments, check=True, folder=None, program="pumuki", **options):
        return self.run_in(folder or self.root, os.path.join(BIN, program), *arguments, check=check, **options)

    def init(self, *options, branch="topic"):
        """A repository on a branch that is not protected."""
        self.run_in(self.folder, "git", "init", "-q", "-b", branch, *options, self.root)
        return self

    def install(self, *arguments, folder=None):
        return self.pumuki("install", *arguments, folder=folder)

    def write(self, path, text, folder=None):
        full = os.path.join(folder or self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))
        return self

    def read(self, path, folder=None):
        with open(os.path.join(folder or self.root, path), "rb") as file:
            return file.read()

    def stage(self, path, text, folder=None):
        self.write(path, text, folder=folder)
        self.git("add", "--", path, folder=folder)
        return self

    def commit(self, message="change", *arguments, folder=None, check=True, **options):
        return self.git("commit", "-q", "-m", message, *arguments, folder=folder, check=check, **options)

    def head(self, folder=None):
        return self.git("rev-parse", "--verify", "-q", "HEAD", check=False, folder=folder).stdout.strip()

    def evidence(self, folder=None):
        return json.loads(self.read(".ai_evidence.json", folder=folder))

    def files_of_evidence(self, folder=None):
        return {finding["file"] for finding in self.evidence(folder)["snapshot"]["findings"]}

    def assert_blocked(self, done, *texts):
        self.assertNotEqual(done.returncode, 0, done.stdout + done.stderr)
        for text in texts:
            self.assertIn(text, done.stdout + done.stderr)

    def assert_done(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

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

    def assert_same_everywhere(self):
        """Judges the index: evidence, HTTP, the hook's text and SARIF agree on rule, place and fingerprint."""
        text = self.pumuki(program="pumuki-pre-commit", check=False)
        self.assertEqual(text.returncode, 1, text.stdout + text.stderr)
        findings = self.evidence()["snapshot"]["findings"]
        sarif = json.loads(self.pumuki("--sarif", program="pumuki-pre-commit", check=False).stdout)
        results = {print_: result for result in sarif["runs"][0]["results"]
                   for print_ in result.get("partialFingerprints", {}).values()}
        with urllib.request.urlopen(self.serve() + "/findings?limit=100", timeout=20) as reply:
            served = {finding["fingerprint"] for finding in json.load(reply)["findings"]}
        self.assertEqual(served, {finding["fingerprint"] for finding in findings})
        for finding in findings:
            self.assertEqual(results[finding["fingerprint"]]["ruleId"], finding["ruleId"])
            line = f":{finding['lines'][0]}" if finding.get("lines") else ""
            self.assertIn(f"{finding['file']}{line}  {finding['ruleId']}", text.stdout + text.stderr)
        return findings

    def configure_analysers(self, analysers):
        """A repository whose hook runs them; what warns blocks."""
        self.init()
        self.install()
        config = json.loads(self.read(".pumuki/gate.json"))
        config["thresholds"]["PRE_COMMIT"] = {"block": "WARN", "warn": "INFO"}
        config["analysers"] = [{"stages": ["PRE_COMMIT"], **analyser} for analyser in analysers]
        self.write(".pumuki/gate.json", json.dumps(config))
        self.pumuki("config", "check")
        self.pumuki("policy", "reconcile", "--apply")
