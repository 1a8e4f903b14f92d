#!/usr/bin/env bash
# The programs for `make real`: nginx, network namespaces, curl, Stockfish, and bare Debians to install into. What is installed, else
# Debian's, if we may install it.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin:/usr/games

missing() {
    command -v nginx >/dev/null || echo nginx-light
    command -v ip >/dev/null || echo iproute2
    command -v curl >/dev/null || echo curl
    command -v openssl >/dev/null || echo openssl
    command -v debootstrap >/dev/null || echo debootstrap
    command -v systemd-nspawn >/dev/null || echo systemd-container
    command -v qemu-aarch64-static >/dev/null || echo qemu-user-static
    command -v groff >/dev/null || echo groff-base
    command -v stockfish >/dev/null || echo stockfish
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

# The kernel runs programs of a Raspberry Pi by qemu once it is told. Where systemd runs, its package has told it.
formats=/proc/sys/fs/binfmt_misc
rule=/usr/lib/binfmt.d/qemu-aarch64.conf
if [ "$(id -u)" = 0 ] && [ -e $rule ] && [ ! -e $formats/qemu-aarch64 ]; then
    [ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
    cat $rule >$formats/register
fi

if [ -n "$packages" ]; then
    echo "get_real: not here:" $packages"; as root: apt-get install" $packages >&2
    [ "${CI:-}" != true ] # elsewhere the tests that need one say so
fi
