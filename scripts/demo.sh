#!/bin/sh
# Builds Proscenio and opens one scene of each family: a picture, a .glb and a report of each in out/.
# With the corpus beside the project (PROSCENIO_CORPUS, default ../shared/corpus) two of its scenes too.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --locked -p proscenio-cli
proscenio="${CARGO_TARGET_DIR:-target}/release/proscenio"
mkdir -p out

show() { # file, name, further flags of render
    file=$1 name=$2
    shift 2
    "$proscenio" render "$file" -o "out/$name.png" "$@"
    "$proscenio" convert "$file" "out/$name.glb" --report "out/$name.losses.txt"
    {
        echo "== $name"
        "$proscenio" info "$file"
        echo
        "$proscenio" tree "$file"
        echo
        "$proscenio" check "$file" || true
        echo
        cat "out/$name.losses.txt"
    } > "out/$name.txt"
    echo "out/$name.png  out/$name.glb  out/$name.txt"
}

show examples/godot/courtyard/courtyard.tscn courtyard
show examples/nacatamalon/harbour/scenes/harbour.scene harbour
show examples/nacatamalon/level1/scenes/level1.scene level1
show examples/espresso3d/cellar/cellar.e3m cellar

corpus=${PROSCENIO_CORPUS:-../shared/corpus}
if [ -d "$corpus" ]; then
    show "$corpus/probes/p03_material_kinds.tscn" corpus-materials --size 640x360
    show "$corpus/e3d/espresso3d/testbed/media/maps/portaltest.e3m" corpus-portaltest
else
    echo "no corpus at $corpus: the examples alone were drawn"
fi
echo "look into out/"
