#!/usr/bin/env python3
"""Compares the shared libraries each program asks for with what it may ask for: every extra library is start-up time.
Usage: check_needed.py BIN_FOLDER"""
import os
import re
import subprocess
import sys

BASE = {"libstdc++", "libm", "libgcc_s", "libc", "ld-linux-x86-64", "ld-linux-aarch64"}
ALLOWED = {
    "pumuki": BASE | {"libcrypto", "libsimdjson", "libpugixml", "libyaml-cpp"},
    "pumuki-mcp-evidence": BASE | {"libcrypto", "libsimdjson", "libcpp-httplib", "libspdlog", "libfmt", "libicui18n",
                                   "libicuuc", "libicudata"},
    "pumuki-mcp-enterprise": BASE | {"libcrypto", "libsimdjson", "libcpp-httplib", "libspdlog", "libfmt",
                                     "libicui18n", "libicuuc", "libicudata", "libgit2"},
    "pumuki-mcp-evidence-stdio": BASE | {"libcpp-httplib", "libspdlog", "libfmt", "libcrypto"},
    "pumuki-mcp-enterprise-stdio": BASE | {"libcpp-httplib", "libspdlog", "libfmt", "libcrypto"},
}


def needed(program):
    listing = subprocess.run(["readelf", "-d", program], check=True, capture_output=True, text=True).stdout
    return {re.split(r"\.so|-[0-9]", name)[0] if not name.startswith(("libcpp-", "ld-")) else name.split(".so")[0]
            for name in re.findall(r"NEEDED.*\[(.+?)\]", listing)}


def main():
    folder = sys.argv[1]
    faults = 0
    for name, allowed in ALLOWED.items():
        extra = needed(os.path.join(folder, name)) - allowed
        if extra:
            faults += 1
            print(f"{name} needs more than it may: {', '.join(sorted(extra))}")
    # Short names are links to a program that has its row.
    links = {name for name in os.listdir(folder) if os.path.islink(os.path.join(folder, name))
             and os.readlink(os.path.join(folder, name)) in ALLOWED}
    unknown = set(os.listdir(folder)) - set(ALLOWED) - links
    if unknown:
        faults += 1
        print(f"programs without a row: {', '.join(sorted(unknown))}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
