#!/usr/bin/env bash
# Installs missing system packages: "libraries" for building, "tests", "bench" and "packaging" for their
# additional needs.
# Asks first on a terminal, unless ASSUME_YES=1 or CI=true.
set -euo pipefail

case "${1:-}" in
libraries)
    debian=(libsodium-dev libcbor-dev libcurl4-openssl-dev libzxcvbn-dev libsqlite3-dev libqrencode-dev libpcre2-dev
        libphonenumber-dev libpq-dev libfido2-dev pkg-config)
    brew=(libsodium libcbor curl zxcvbn-c qrencode pcre2 libphonenumber libpq libfido2 pkg-config) ;;
tests)
    debian=(python3-venv chromium fonts-noto-cjk openssl postgresql pgbouncer dbus libglib2.0-bin gnome-keyring
        libsecret-1-0 oathtool apache2-bin libapache2-mod-auth-openidc dovecot-imapd oidc-agent-cli prometheus nginx haproxy
        binutils debootstrap dpkg-dev patchelf umoci)
    brew=(python3 openssl postgresql@17 pgbouncer oath-toolkit prometheus) ;;
bench)
    debian=(python3 wrk postgresql nginx openssl)
    brew=(python3 wrk postgresql@17 nginx openssl) ;;
packaging)
    debian=(binutils debootstrap dpkg-dev patchelf umoci)
    brew=() ;;
*)
    echo "usage: $0 libraries|tests|bench|packaging" >&2
    exit 64 ;;
esac

missing=()
if command -v dpkg-query >/dev/null; then
    for package in "${debian[@]}"; do
        [[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" == installed ]] || missing+=("$package")
    done
    install() {
        local root=()
        [[ $EUID -eq 0 ]] || root=(sudo)
        "${root[@]}" apt-get update -qq
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
    }
elif command -v brew >/dev/null; then
    # The expansion of an empty list is an error in the bash of macOS.
    for package in ${brew[@]+"${brew[@]}"}; do
        brew list --versions "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    install() { brew install "$@"; }
else
    echo "apt and brew not found. Install the equivalents of: ${debian[*]}" >&2
    exit 0
fi

[[ ${#missing[@]} -gt 0 ]] || exit 0

echo "Missing system packages: ${missing[*]}"
if [[ -t 0 && -z "${ASSUME_YES:-}" && "${CI:-}" != true ]]; then
    read -r -p "Install them now? [y/N] " answer
    [[ "$answer" == [yY]* ]] || { echo "Nothing was installed. The build needs these packages." >&2; exit 2; }
fi
install "${missing[@]}"
