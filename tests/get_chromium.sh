#!/usr/bin/env bash
# A Chromium for the tests of the page, as .tools/chromium: one that is installed, else Debian's, if we may install it.
# axe-core, which looks for what hinders people, comes from npm into .tools/axe and is never part of the page.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .tools

give_up() {
    echo "get_chromium: $1; $2" >&2
    [ "${CI:-}" = true ] && exit 1
    exit 0 # the tests that need it say so
}

if [ ! -x .tools/chromium ]; then
    found=$(command -v "${CHROMIUM:-chromium}" || command -v google-chrome || true)
    if [ -z "$found" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get -qq update && apt-get -qq install --no-install-recommends -y chromium fonts-dejavu-core >/dev/null 2>&1 || true
        found=$(command -v chromium || true)
    fi
    [ -n "$found" ] || give_up "no Chromium here" "as root: apt-get install chromium; or name one in CHROMIUM"
    ln -sf "$found" .tools/chromium
fi
if [ ! -e .tools/axe/node_modules/axe-core/axe.min.js ]; then
    command -v npm >/dev/null || give_up "no npm for axe-core" "as root: apt-get install npm"
    npm install --silent --no-save --prefix .tools/axe axe-core@4.14 >/dev/null || give_up "npm cannot fetch axe-core" "see npm's message"
fi
