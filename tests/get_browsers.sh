#!/usr/bin/env bash
# The browsers for the tests of the page: those that are installed, else Debian's, if we may install them. Chromium
# carries the tests and is linked as .tools/chromium; Firefox and WebKitGTK look at the page once each.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .tools

found() { command -v "${CHROMIUM:-chromium}" || command -v google-chrome; }

missing() {
    found >/dev/null || echo chromium fonts-dejavu-core
    command -v firefox-esr firefox >/dev/null || echo firefox-esr
    command -v WebKitWebDriver >/dev/null || echo webkit2gtk-driver
    command -v Xvfb >/dev/null && command -v xauth >/dev/null || echo xvfb xauth
}

packages=$(missing)
if [ -n "$packages" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "get_browsers: installing" $packages
    apt-get -qq update && apt-get -qq install --no-install-recommends -y $packages >/dev/null 2>&1 || true
    packages=$(missing)
fi
if found >/dev/null; then
    ln -sf "$(found)" .tools/chromium
fi
if [ -z "$packages" ]; then
    touch .tools/browsers
else
    echo "get_browsers: not here:" $packages"; as root: apt-get install" $packages >&2
    [ "${CI:-}" != true ] # elsewhere the tests that need one say so
fi
