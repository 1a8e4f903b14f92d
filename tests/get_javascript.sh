#!/usr/bin/env bash
# Biome and TypeScript, which find what is wrong in the page's scripts without running them. They come from npm, which is
# installed from Debian if it is missing and we may. Without them `make lint` leaves the scripts out.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "get_javascript: installing on this computer, by apt-get: npm"
    apt-get -qq update || true
    apt-get -qq install --no-install-recommends -y npm >/dev/null || true
fi
if command -v npm >/dev/null && npm install --silent --no-audit --no-save --prefix .tools/javascript \
    @biomejs/biome@2.6.8 typescript@7.0.2; then
    exit
fi
rm -rf .tools/javascript
echo "get_javascript: no npm, or no network; as root: apt-get install npm" >&2
[ "${CI:-}" != true ] # elsewhere the scripts are not looked at
