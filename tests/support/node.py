#!/usr/bin/env python3
"""Node and npm packages for tests that check against real tools of that world. Nothing lands in the source tree:
everything is kept in $PUMUKI_TEST_CACHE, else ~/.cache/pumuki-tests, and shared by all tests.

As a module: node_folder() and packages(); Unavailable says why a test has to be skipped. As a program:
  node.py node                      prints the folder with a `node` of the wanted age
  node.py packages NAME@VERSION …   prints a folder whose node_modules has the packages
Exit 77 (ctest: skipped) with the reason on standard error where they cannot be had, for example without network;
with PUMUKI_REQUIRE_NODE=1 that is exit 1."""
import contextlib
import fcntl
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
OLDEST = (20, 19)
FROM_REGISTRY = 22
INSTALL_SECONDS = 240
# Without network the answer shall not take minutes.
HASTE = ["--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"]


class Unavailable(Exception):
    """Why Node or a package cannot be had here."""


def skip(reason):
    """Ends the test as skipped, or as failed where Node is required."""
    print(f"SKIPPED: {reason}", file=sys.stderr)
    sys.exit(1 if os.environ.get("PUMUKI_REQUIRE_NODE") == "1" else SKIPPED)


def cache_folder():
    folder = os.environ.get("PUMUKI_TEST_CACHE") or os.path.expanduser("~/.cache/pumuki-tests")
    os.makedirs(folder, exist_ok=True)
    return folder


@contextlib.contextmanager
def locked():
    """One test at a time fills the cache; the lock goes with its owner."""
    with open(os.path.join(cache_folder(), "lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def version_of(program):
    try:
        text = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return (0, 0)
    found = re.match(r"v(\d+)\.(\d+)", text)
    return tuple(int(part) for part in found.groups()) if found else (0, 0)


def npm_install(specs, environment):
    """The folder of an installation of exactly these packages, made once."""
    npm = shutil.which("npm", path=environment["PATH"])
    key = hashlib.sha256("\n".join(sorted(specs)).encode()).hexdigest()[:16]
    folder = os.path.join(cache_folder(), "npm-" + key)
    if os.path.isdir(os.path.join(folder, "node_modules")):
        return folder
    if npm is None:
        raise Unavailable("there is no npm")
    building = tempfile.mkdtemp(prefix="new-", dir=cache_folder())
    try:
        with open(os.path.join(building, "package.json"), "w", encoding="ascii") as manifest:
            manifest.write('{"private":true}\n')
        ran = subprocess.run([npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", *HASTE, *specs],
                             cwd=building, env=environment, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
        if ran.returncode != 0:
            raise Unavailable(f"npm install {' '.join(specs)} failed: {ran.stderr.strip()[:300]}")
        os.rename(building, folder)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"npm install {' '.join(specs)}: {error}") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return folder


def node_folder():
    """Folder of a node that is young enough: the machine's own, else one from the npm registry."""
    own = shutil.which("node")
    if own and version_of(own) >= OLDEST:
        return os.path.dirname(own)
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine())
    if machine is None:
        raise Unavailable(f"no Node is known for {platform.machine()}")
    with locked():
        name = f"node-linux-{machine}"
        folder = os.path.join(npm_install([f"{name}@{FROM_REGISTRY}"], dict(os.environ)), "node_modules", name, "bin")
    if version_of(os.path.join(folder, "node")) < OLDEST:
        raise Unavailable(f"{folder}/node does not run")
    return folder


def environment_with_node():
    """The environment with that node first in PATH."""
    return {**os.environ, "PATH": node_folder() + os.pathsep + os.environ.get("PATH", "/usr/bin:/bin")}


def packages(*specs):
    """Folder whose node_modules has the packages, each "NAME@VERSION"."""
    environment = environment_with_node()
    with locked():
        return npm_install(list(specs), environment)


def main(arguments):
    try:
        if arguments == ["node"]:
            print(node_folder())
        elif len(arguments) > 1 and arguments[0] == "packages":
            print(packages(*arguments[1:]))
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except Unavailable as reason:
        skip(reason)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
