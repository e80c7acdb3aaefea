#!/usr/bin/env bash
# Builds an OCI image from the Debian package, without a container engine; prints its folder (an OCI image layout).
# Usage: build.sh PACKAGE OUTPUT-FOLDER; needs root, debootstrap and umoci.
set -euo pipefail

package=$(realpath "${1:?usage: $0 PACKAGE OUTPUT-FOLDER}")
output=$(realpath -m "${2:?usage: $0 PACKAGE OUTPUT-FOLDER}")
packaging=$(cd "$(dirname "$0")/.." && pwd)
base=$("$packaging/debian-root.sh" "$output")
work=$(mktemp -d "$output/image.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT

cp -a "$base" "$work/root"
cp "$package" "$work/root/tmp/gatehouse.deb"
chroot "$work/root" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends /tmp/gatehouse.deb >&2
rm -rf "$work"/root/{tmp/*,usr/sbin/policy-rc.d,etc/resolv.conf,var/lib/apt/lists/*,var/cache/apt/*,var/log/*}

layout=$work/layout
umoci init --layout "$layout"
umoci new --image "$layout:latest"
umoci insert --image "$layout:latest" "$work/root" /
umoci config --image "$layout:latest" \
    --config.user gatehouse --config.workingdir /var/lib/gatehouse --config.volume /var/lib/gatehouse \
    --config.env GATEHOUSE_DATA=/var/lib/gatehouse --config.env GATEHOUSE_LISTEN=0.0.0.0:8080 \
    --config.exposedports 8080/tcp --config.stopsignal SIGTERM \
    --config.entrypoint /usr/bin/gatehouse --config.cmd serve
umoci gc --layout "$layout"
rm -rf "$output/image"
mv "$layout" "$output/image"
echo "$output/image"
