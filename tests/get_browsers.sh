#!/usr/bin/env bash
# The browsers for the tests of the page, and poppler for those of printed sheets: what is installed, else Debian's, if we
# may install it. Chromium carries the tests and is linked as .tools/chromium: best the one that can show no window, which
# opens a page in a tenth of the time. In Firefox and WebKitGTK a family plays its main evenings.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .tools

wanted() { command -v "${CHROMIUM:-chromium-headless-shell}"; }
found() { wanted || command -v chromium || command -v google-chrome; }

missing() {
    found >/dev/null || echo chromium fonts-dejavu-core
    command -v firefox-esr firefox >/dev/null || echo firefox-esr
    command -v WebKitWebDriver >/dev/null || echo webkit2gtk-driver
    command -v pdftoppm >/dev/null || echo poppler-utils
    command -v Xvfb >/dev/null && command -v xauth >/dev/null || echo xvfb xauth
}

# Tell why apt failed: a lock, no network, a package that is not there.
install() {
    said=$(apt-get -qq install --no-install-recommends -y "$@" 2>&1) && return
    echo "get_browsers: apt-get: $(grep -m1 '^E:' <<<"$said" || tail -n1 <<<"$said")" >&2
    return 1
}

if { ! wanted >/dev/null || [ -n "$(missing)" ]; } && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "get_browsers: installing on this computer, by apt-get:" $(wanted >/dev/null || echo chromium-headless-shell) $(missing)
    apt-get -qq update || true
    wanted >/dev/null || install chromium-headless-shell fonts-dejavu-core || true # older systems have none
    packages=$(missing)
    [ -z "$packages" ] || install $packages || true
fi
packages=$(missing)
if found >/dev/null; then
    ln -sf "$(found)" .tools/chromium
fi
if [ -z "$packages" ]; then
    touch .tools/browsers
else
    echo "get_browsers: not here:" $packages"; as root: apt-get install" $packages >&2
    [ "${CI:-}" != true ] # elsewhere the tests that need one say so
fi
