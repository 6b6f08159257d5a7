#!/usr/bin/env bash
# Formats every C++ file; with --check only says which are not formatted. Needs clang-format-19.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
[ "${1:-}" = --check ] && mode=(--dry-run -Werror)
git ls-files -z -- '*.h' '*.cpp' | xargs -0 clang-format-19 "${mode[@]}"
