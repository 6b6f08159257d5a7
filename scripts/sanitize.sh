#!/usr/bin/env bash
# Builds and runs every test under address and undefined-behaviour sanitizers, then under the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/test.sh asan
scripts/test.sh tsan
