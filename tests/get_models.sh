#!/usr/bin/env bash
# Models of the parts on our boards, as .tools/3dmodels, for the pictures with parts. Nothing is installed and no root is
# needed: apt fetches Debian's package (330 MB), of which only what we use is unpacked.
set -euo pipefail
cd "$(dirname "$0")/.."
models=$PWD/.tools/3dmodels

give_up() {
    echo "get_models: $1; the pictures with parts stay as they are" >&2
    exit 1
}

wanted=$(grep -rhoP '3DMODEL_DIR\}/\K[^"]+' hardware/boards/lib/footprints | sort -u)
missing() { for model in $wanted; do [ -f "$models/$model" ] || echo "$model"; done; }

[ -n "$(missing)" ] || exit 0
release=$(apt-cache policy kicad-packages3d 2>/dev/null | grep -oP '^ +\K9\.\S+' | head -1) || give_up "apt has no kicad-packages3d of KiCad 9"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
(cd "$folder" && apt-get -qq -o APT::Sandbox::User="$(id -un)" download "kicad-packages3d=$release") || give_up "apt cannot fetch kicad-packages3d"
mkdir -p "$models"
dpkg-deb --fsys-tarfile "$folder"/*.deb | tar -x -C "$models" --strip-components=5 $(missing | sed 's#^#./usr/share/kicad/3dmodels/#') ||
    give_up "some models are not in kicad-packages3d $release: $(missing | xargs)"
