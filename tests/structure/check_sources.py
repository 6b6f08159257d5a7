#!/usr/bin/env python3
"""Checks rules that the compiler does not know: which room may include which, where a library may show, how large
files and functions may get. Usage: check_sources.py ROOT. One line per fault; exit 1 when there is one."""
import os
import re
import sys

# Room -> rooms it may include. docs/architecture.md draws the same arrows.
ARROWS = {
    "gate/core": [],
    "gate/git": ["gate/core"],
    "gate/evidence": ["gate/core"],
    "gate/collect": ["gate/core", "gate/git", "gate/evidence", "gate/policy"],
    "gate/policy": ["gate/core", "gate/git", "gate/evidence"],
    "gate/sdd": ["gate/core", "gate/git", "gate/evidence", "gate/policy"],
    "gate/receipts": ["gate/core"],
    "gate/lifecycle": ["gate/core", "gate/git", "gate/evidence", "gate/policy"],
    "gate/verdict": ["gate/core", "gate/git", "gate/evidence", "gate/collect", "gate/policy", "gate/sdd",
                     "gate/receipts", "gate/lifecycle"],
    "gate/agents": ["gate/"],
    "gate/cli": ["gate/"],
    "server/http": ["gate/core"],
    "server/program": ["gate/core", "server/http"],
    "server/mcp": ["gate/core", "server/http", "bridges/mcp", "bridges/offers"],
    "server/evidence": ["gate/", "server/http", "server/program", "server/mcp", "bridges/offers"],
    "server/enterprise": ["gate/", "server/http", "server/program", "server/mcp", "bridges/offers"],
    "bridges/mcp": ["gate/core"],
    "bridges/offers": ["gate/core", "bridges/mcp"],
    "bridges/stdio": ["gate/core", "bridges/mcp", "bridges/offers"],
}

# Library header -> the only files that may include it.
LIBRARIES = {
    r"nlohmann/": r"_json\.cpp$",
    r"simdjson\.h": r"^gate/evidence/[a-z0-9_]+\.(cpp|h)$",
    r"git2": r"^gate/git/libgit2_[a-z0-9_]+\.(cpp|h)$",
    r"httplib\.h": r"^(server/http/[a-z0-9_]+\.cpp|bridges/stdio/http_client\.cpp)$",
    r"unicode/": r"^gate/evidence/[a-z0-9_]+\.cpp$",
    r"valijson/": r"^gate/cli/[a-z0-9_]+_json\.cpp$",
    r"CLI/": r"^(gate/cli|server/program|server/evidence|server/enterprise|bridges/stdio)/[a-z0-9_]+\.cpp$",
    r"openssl/": r"^gate/core/[a-z0-9_]+\.cpp$",
    r"spdlog/": r"^(server|bridges)/",
    r"pugixml": r"^gate/collect/[a-z0-9_]*xml[a-z0-9_]*\.cpp$",
    r"yaml-cpp/": r"^gate/collect/[a-z0-9_]*yaml[a-z0-9_]*\.cpp$",
}

MAX_LINES = {".h": 300, ".cpp": 700}
MAX_FUNCTION_LINES = 80
TOP_LEVEL = {"CMakeLists.txt", "CMakePresets.json", "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md",
             "bridges", "docs", "gate", "schemas", "scripts", "server", "tests"}
GENERATED_MARK = "generated table"

INCLUDE = re.compile(r'^\s*#include\s+(?:"([^"]+)"|<([^>]+)>)')


def room_of(path):
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else None


def arrow_allowed(room, target):
    if room == target:
        return True
    return any(target == allowed or (allowed.endswith("/") and target.startswith(allowed))
               for allowed in ARROWS.get(room, []))


def include_faults(path, number, line):
    match = INCLUDE.match(line)
    if not match:
        return
    own, foreign = match.groups()
    if own and own.split("/")[0] in ("gate", "server", "bridges"):
        room, target = room_of(path), room_of(own)
        if room not in ARROWS:
            yield f"{path}:{number}: the room {room} has no row in the arrow table"
        elif not arrow_allowed(room, target):
            yield f"{path}:{number}: {room} must not include {target}"
    for library, place in LIBRARIES.items():
        if foreign and re.match(library, foreign) and not re.search(place, path):
            yield f"{path}:{number}: <{foreign}> may not be included here"


def function_faults(path, lines):
    """A function body is what stands between a line that ends in '{' at the left margin and its '}'."""
    start = None
    for number, line in enumerate(lines, 1):
        opens = line.rstrip().endswith("{") and not re.match(
            r"^(namespace|class|struct|enum|union|extern|constexpr|inline constexpr|const)\b", line)
        if start is None and opens and line[:1] not in (" ", "}", "#", "/"):
            start = number
        elif start is not None and line.startswith("}"):
            if number - start - 1 > MAX_FUNCTION_LINES:
                yield f"{path}:{start}: function of {number - start - 1} lines (limit {MAX_FUNCTION_LINES})"
            start = None


def file_faults(path, text):
    lines = text.split("\n")
    limit = MAX_LINES[os.path.splitext(path)[1]]
    if len(lines) - 1 > limit and GENERATED_MARK not in lines[0]:
        yield f"{path}: {len(lines) - 1} lines (limit {limit})"
    if path.endswith(".h") and "#pragma once" not in text:
        yield f"{path}: no #pragma once"
    for number, line in enumerate(lines, 1):
        yield from include_faults(path, number, line)
        if re.search(r"\busing namespace\b", line) and path.endswith(".h"):
            yield f"{path}:{number}: using namespace in a header"
    yield from function_faults(path, lines)


def top_level_faults(root):
    for name in sorted(os.listdir(root)):
        if not name.startswith(".") and name not in TOP_LEVEL and name != "build":
            yield f"{name}: not part of the fixed top level"


def tree_faults(root):
    yield from top_level_faults(root)
    for top in ("gate", "server", "bridges"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if os.path.splitext(name)[1] in MAX_LINES:
                    full = os.path.join(folder, name)
                    with open(full, encoding="utf-8") as source:
                        yield from file_faults(os.path.relpath(full, root), source.read())


def main():
    faults = list(tree_faults(sys.argv[1]))
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
