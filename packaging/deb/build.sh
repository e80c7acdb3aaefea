#!/usr/bin/env bash
# Builds the Debian package of the server from built binaries; prints its path.
# Usage: build.sh FOLDER-OF-BINARIES OUTPUT-FOLDER
set -euo pipefail

packaging=$(cd "$(dirname "$0")/.." && pwd)
binary=${1:?usage: $0 FOLDER-OF-BINARIES OUTPUT-FOLDER}/gatehouse
output=${2:?usage: $0 FOLDER-OF-BINARIES OUTPUT-FOLDER}
version=$("$binary" --version)
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
private=/usr/lib/gatehouse

# The binary, and the libraries of Swift's runtime that it needs.
install -D -m 755 "$binary" "$stage/usr/bin/gatehouse"
mkdir -p "$stage$private"
ldd "$binary" | awk '$3 ~ /\/swift\/linux\// { print $3 }' | xargs -I{} install -m 644 {} "$stage$private/"
strip "$stage/usr/bin/gatehouse"
strip --strip-unneeded "$stage$private"/*.so
# Not relative to the binary: that would need /proc.
patchelf --set-rpath "$private" "$stage/usr/bin/gatehouse"

# Pages and completions, from the command line's own description.
mkdir -p "$stage/usr/share/man/man1"
"$binary" --experimental-dump-help | "$packaging/make-man-pages.py" "$version" "$stage/usr/share/man/man1"
gzip -9n "$stage"/usr/share/man/man1/*
for shell in bash zsh fish; do "$binary" --generate-completion-script $shell >"$work/$shell"; done
install -D -m 644 "$work/bash" "$stage/usr/share/bash-completion/completions/gatehouse"
install -D -m 644 "$work/zsh" "$stage/usr/share/zsh/vendor-completions/_gatehouse"
install -D -m 644 "$work/fish" "$stage/usr/share/fish/vendor_completions.d/gatehouse.fish"

install -D -m 644 "$packaging/systemd/gatehouse.service" "$stage/lib/systemd/system/gatehouse.service"
install -D -m 644 "$packaging/systemd/sysusers.d/gatehouse.conf" "$stage/usr/lib/sysusers.d/gatehouse.conf"
documents=$stage/usr/share/doc/gatehouse
install -D -m 644 "$packaging/../LICENSE" "$documents/copyright"
# Messages name guides, and a server may have no internet access.
install -D -m 644 -t "$documents" "$packaging/../SECURITY.md"
install -D -m 644 -t "$documents/docs" "$packaging"/../docs/*.md
install -D -m 644 -t "$documents/docs/decisions" "$packaging"/../docs/decisions/*.md
install -D -m 644 "$packaging/gatehouse.yaml" "$documents/examples/gatehouse.yaml"
install -D -m 644 "$packaging/nginx/gatehouse.conf" "$documents/examples/nginx/gatehouse.conf"
install -D -m 644 "$packaging/haproxy.cfg" "$documents/examples/haproxy.cfg"
install -D -m 644 "$packaging/caddy/Caddyfile" "$documents/examples/caddy/Caddyfile"
install -D -m 644 "$packaging/prometheus/gatehouse.rules.yml" "$documents/examples/prometheus/gatehouse.rules.yml"
install -D -m 644 "$packaging/grafana/gatehouse.json" "$documents/examples/grafana/gatehouse.json"
install -D -m 755 "$packaging/certbot/gatehouse" "$documents/examples/certbot/gatehouse"

# The packages of the other libraries.
mkdir "$work/debian"
printf 'Source: gatehouse\n\nPackage: gatehouse\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O -l"$stage$private" --ignore-missing-info \
    -e"$stage/usr/bin/gatehouse" $(printf -- '-e%s ' "$stage$private"/*.so) 2>"$work/warnings" \
    | sed -n 's/^shlibs:Depends=//p') || { cat "$work/warnings" >&2; exit 1; }

mkdir "$stage/DEBIAN"
cat >"$stage/DEBIAN/control" <<CONTROL
Package: gatehouse
Version: $version
Architecture: $architecture
Maintainer: Gatehouse <gatehouse@localhost>
Installed-Size: $(du -sk "$stage" | cut -f 1)
Depends: $libraries, ca-certificates, systemd-standalone-sysusers | systemd
Section: net
Priority: optional
Description: OpenID Connect server in one binary
 Signs users of apps in with passwords, codes by mail and passkeys. After the installation, write
 /etc/gatehouse/gatehouse.yaml with "gatehouse init", and start the service gatehouse.
CONTROL
for script in postinst prerm postrm; do install -m 755 "$packaging/deb/$script" "$stage/DEBIAN/$script"; done
(cd "$stage" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | xargs -0 md5sum >DEBIAN/md5sums)

mkdir -p "$output"
# The only package in its folder: guides and the Makefile name it by a pattern.
rm -f "$output"/gatehouse_*.deb
file=$output/gatehouse_${version}_$architecture.deb
dpkg-deb --root-owner-group --uniform-compression -Z"${COMPRESSION:-xz}" --build "$stage" "$file" >&2
echo "$file"
