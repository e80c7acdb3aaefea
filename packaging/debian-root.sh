#!/usr/bin/env bash
# Creates a minimal Debian of the machine's own release and mirrors, once; prints its folder. Needs root and debootstrap.
# Usage: debian-root.sh CACHE-FOLDER
set -euo pipefail

cache=${1:?usage: $0 CACHE-FOLDER}
. /etc/os-release
root=$cache/debian-$VERSION_CODENAME

if [[ ! -d $root ]]; then
    mkdir -p "$cache"
    draft=$(mktemp -d "$cache/draft.XXXXXX")
    trap 'rm -rf --one-file-system "$draft"' EXIT
    chmod 755 "$draft"
    # The mirrors of Debian among the sources of apt: site, release and component of each.
    sources=$(apt-get indextargets --format '$(ORIGIN)|$(SITE)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' \
        | sed -n 's/^Debian|//p' | grep "|$VERSION_CODENAME" | sort -u)
    mirror=$(grep "|$VERSION_CODENAME|main\$" <<<"$sources" | head -1 | cut -d '|' -f 1)
    debootstrap --variant=minbase --include=ca-certificates "$VERSION_CODENAME" "$draft" "$mirror" >&2
    sed 's/|/ /g; s/^/deb /' <<<"$sources" >"$draft/etc/apt/sources.list"
    # No service starts while packages are installed, as in a container.
    printf '#!/bin/sh\nexit 101\n' >"$draft/usr/sbin/policy-rc.d"
    chmod 755 "$draft/usr/sbin/policy-rc.d"
    echo '127.0.0.1 localhost' >"$draft/etc/hosts"
    cp /etc/resolv.conf "$draft/etc/resolv.conf"
    chroot "$draft" apt-get update -qq >&2
    chroot "$draft" env DEBIAN_FRONTEND=noninteractive apt-get upgrade -qq -y >&2
    rm -rf "$draft"/usr/share/{doc,man,locale,info}/*
    mv "$draft" "$root"
    trap - EXIT
fi
echo "$root"
