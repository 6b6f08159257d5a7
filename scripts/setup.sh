#!/usr/bin/env bash
# Installs what the build and the tests need, from Debian's own packages. Does nothing when all of it is there.
# Arguments are further packages: setup.sh [PACKAGE…]
set -euo pipefail

packages=(
  g++ cmake ninja-build ccache pkg-config git python3 python3-yaml curl
  libcpp-httplib-dev nlohmann-json3-dev libspdlog-dev libgit2-dev
  libsimdjson-dev libssl-dev libicu-dev libcli11-dev libvalijson-dev
  libpugixml-dev libyaml-cpp-dev
  libgtest-dev libgmock-dev cppcheck clang-tidy-19
  "$@"
)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ]; then as_root=(); else as_root=(sudo); fi
echo "setup: installing ${missing[*]}" >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >&2
