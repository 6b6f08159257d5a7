#!/usr/bin/env bash
# Takes over changed answers: refresh_transcripts.sh BUILD_FOLDER. Review the difference before committing.
set -euo pipefail
PUMUKI_REFRESH_TRANSCRIPTS=1 "${1:?usage: refresh_transcripts.sh BUILD_FOLDER}/tests/unit_bridges_mcp" \
  --gtest_filter='Mcp/Transcript.*'
