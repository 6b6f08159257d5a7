#!/usr/bin/env bash
# Sets up, builds and runs every test. A preset may be named: scripts/test.sh asan
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-dev}
scripts/setup.sh
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset"
ctest --preset "$preset" --parallel "$(nproc)" --no-tests=error
