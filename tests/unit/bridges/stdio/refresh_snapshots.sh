#!/usr/bin/env bash
# Takes over changed definitions: refresh_snapshots.sh BUILD_FOLDER. Review the difference before committing.
set -euo pipefail
PUMUKI_REFRESH_SNAPSHOTS=1 "${1:?usage: refresh_snapshots.sh BUILD_FOLDER}/tests/unit_bridges_stdio" \
  --gtest_filter='Snapshots.*'
