#!/usr/bin/env bash
# MicroPython's unix port for the tests, as .tools/micropython. Nothing is installed on the machine and no root is needed:
# Debian's package and its libraries are fetched by apt from the mirror the machine already uses, checked against Debian's
# keys, unpacked into a folder and started through their own loader. A `micropython` on the PATH comes first.
set -euo pipefail
cd "$(dirname "$0")/.."

release=trixie
packages="micropython libc6 libffi8 libmbedcrypto16 libmbedtls21 libmbedx509-7"
tools=$PWD/.tools
home=$tools/micropython-$release

give_up() {
    echo "get_micropython: $1; put a micropython (1.25 or later) on the PATH, or name it in MICROPYTHON" >&2
    [ "${CI:-}" = true ] && exit 1
    exit 0 # the tests that need it say so
}

mkdir -p "$tools"
if [ -x "$tools/micropython" ]; then exit 0; fi
if found=$(command -v "${MICROPYTHON:-micropython}"); then
    ln -s "$found" "$tools/micropython"
    exit 0
fi
command -v apt-get >/dev/null || give_up "no apt-get here"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$') || give_up "no Debian mirror here"

mkdir -p "$home"/{lists/partial,cache/archives/partial,root}
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >"$home/sources.list"
: >"$home/status"
apt() {
    apt-get -qq -o Dir::Etc::SourceList="$home/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State="$home" -o Dir::State::Lists="$home/lists" -o Dir::State::Status="$home/status" \
        -o Dir::Cache="$home/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}
apt update || give_up "apt cannot read $mirror"
(cd "$home/cache" && apt download $packages) || give_up "$release has no MicroPython for this machine"
for package in "$home"/cache/*.deb; do dpkg-deb -x "$package" "$home/root"; done
rm -rf "$home/cache" "$home/lists"

library=$(dirname "$(find "$home/root/usr/lib" -name libc.so.6)")
loader=$(find "$library" -name 'ld-linux*.so.*')
cat >"$tools/micropython.new" <<END
#!/bin/sh
exec "$loader" --library-path "$library" "$home/root/usr/bin/micropython" "\$@"
END
chmod +x "$tools/micropython.new"
mv "$tools/micropython.new" "$tools/micropython"
