#!/bin/sh
# Installs the Debian/Ubuntu packages that building and drawing need. Does nothing where all are there,
# so it may run as often as you like.
#
#   scripts/setup.sh            what `make demo` and `make test` need
set -eu

missing=
need() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' || missing="$missing $1"; }

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: this is no Debian or Ubuntu machine; install a C linker and a Vulkan or GL driver by hand" >&2
else
    need gcc
    need libc6-dev
    # Drivers to draw with: Vulkan first, GL beside it, both with a software renderer.
    for package in mesa-vulkan-drivers libvulkan1 libegl1 libgl1-mesa-dri libgles2; do need "$package"; done
    if [ -n "$missing" ]; then
        as_root=
        if [ "$(id -u)" -ne 0 ]; then
            command -v sudo >/dev/null 2>&1 || { echo "setup: become root and install:$missing" >&2; exit 2; }
            as_root=sudo
        fi
        echo "setup: installing$missing"
        # shellcheck disable=SC2086  # the list is words on purpose
        $as_root apt-get update -q && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qy --no-install-recommends $missing
    fi
fi

if ! command -v cargo >/dev/null 2>&1; then
    if apt-cache show rustup >/dev/null 2>&1; then
        echo "setup: installing Rust"
        if [ "$(id -u)" -eq 0 ]; then apt-get install -qy rustup; else sudo apt-get install -qy rustup; fi
        rustup default stable
    else
        echo "setup: Rust 1.95 or newer is missing; install it with rustup (https://rustup.rs) and run this again" >&2
        exit 2
    fi
fi
