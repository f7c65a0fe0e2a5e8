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
    needed=$missing
    # What a window opens at run time (`proscenio show`), and a virtual screen to test it on: all else works without.
    for package in libwayland-client0 libxkbcommon0 libxkbcommon-x11-0 libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 \
        xvfb xauth; do need "$package"; done
    window=${missing#"$needed"}
    missing=$needed
    as_root=
    if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
    if [ -n "$missing" ]; then
        if [ -n "$as_root" ] && ! command -v sudo >/dev/null 2>&1; then
            echo "setup: become root and install:$missing" >&2
            exit 2
        fi
        echo "setup: installing$missing"
        # shellcheck disable=SC2086  # the list is words on purpose
        $as_root apt-get update -q && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qy --no-install-recommends $missing
    fi
    if [ -n "$window" ]; then
        echo "setup: installing$window"
        # shellcheck disable=SC2086
        { $as_root apt-get update -q && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qy --no-install-recommends $window; } ||
            echo "setup: without these \`proscenio show\` opens no window, and its tests are skipped:$window" >&2
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
