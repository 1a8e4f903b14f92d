#!/usr/bin/env bash
# The programs for `make real`: nginx, network namespaces and curl. What is installed, else Debian's, if we may install it.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

missing() {
    command -v nginx >/dev/null || echo nginx-light
    command -v ip >/dev/null || echo iproute2
    command -v curl >/dev/null || echo curl
    command -v openssl >/dev/null || echo openssl
}

packages=$(missing)
if [ -n "$packages" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "get_real: installing on this computer, by apt-get:" $packages
    apt-get -qq update || true
    # RUNLEVEL keeps Debian from starting an nginx of its own on port 80.
    said=$(RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends -y $packages 2>&1) ||
        echo "get_real: apt-get: $(grep -m1 '^E:' <<<"$said" || tail -n1 <<<"$said")" >&2 # why: a lock, no network
    packages=$(missing)
fi
if [ -n "$packages" ]; then
    echo "get_real: not here:" $packages"; as root: apt-get install" $packages >&2
    [ "${CI:-}" != true ] # elsewhere the tests that need one say so
fi
