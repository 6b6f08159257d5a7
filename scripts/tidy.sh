#!/usr/bin/env bash
# Runs clang-tidy-19 over the product's sources; every warning is an error. Needs clang-19 and clang-tidy-19.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset tidy >/dev/null
cmake --build --preset tidy -- -k 0
