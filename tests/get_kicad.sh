#!/usr/bin/env bash
# KiCad 9 and ngspice for the checks of the electronics: what is installed, else Debian's, if we may install it. Debian 12
# has KiCad 9 in its backports. Symbols and footprints in use are kept with the boards; only to add a part one wants
# kicad-symbols and kicad-footprints as well, from the same release: those of another take KiCad away again.
set -euo pipefail

give_up() {
    echo "get_kicad: $1; $2" >&2
    [ "${CI:-}" = true ] && exit 1
    exit 0 # the checks that need it say so
}

ready() { [[ $(kicad-cli version 2>/dev/null) == 9.* ]] && command -v ngspice >/dev/null; }

# Another apt may hold its locks for a while: wait, then tell what apt says.
apt() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" 2>&1; }

why() { grep -m1 '^E:' <<<"$1" || echo "apt does not say why"; }

ready && exit 0
by_hand="as root on Debian: apt-get install ngspice, and --no-install-recommends kicad (Debian 12: with -t bookworm-backports)"
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || give_up "no KiCad 9 or no ngspice here" "$by_hand"
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
echo "get_kicad: installing on this computer, by apt-get: kicad ngspice"
if [ "$release" = bookworm ] && ! apt-cache policy | grep -q bookworm-backports; then
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$') || give_up "no Debian mirror here" "$by_hand"
    echo "get_kicad: adding bookworm-backports to /etc/apt/sources.list.d"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm-backports main" \
        >/etc/apt/sources.list.d/bookworm-backports.list
fi
from=$([ "$release" = bookworm ] && echo "-t bookworm-backports" || true)
said=$(apt update) || give_up "apt cannot read Debian's mirror ($(why "$said"))" "$by_hand"
said=$(apt install --no-install-recommends -y $from kicad) || give_up "KiCad was not installed ($(why "$said"))" "$by_hand"
said=$(apt install --no-install-recommends -y ngspice) || give_up "ngspice was not installed ($(why "$said"))" "$by_hand"
ready || give_up "Debian's KiCad is not 9, or its ngspice does not run" "$by_hand"
