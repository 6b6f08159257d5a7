#!/usr/bin/env bash
# Writes completion scripts and the manual page, as packages install them: completions.sh PUMUKI OUT_FOLDER
set -euo pipefail
program=$1 out=$2
mkdir -p "$out"/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,man/man1}
"$program" completion bash >"$out/bash-completion/completions/pumuki"
"$program" completion zsh >"$out/zsh/site-functions/_pumuki"
"$program" completion fish >"$out/fish/vendor_completions.d/pumuki.fish"
"$program" manpage >"$out/man/man1/pumuki.1"
