#!/bin/sh
# Makes `localhost/assay-base`, an image of the essential packages of Debian and the Node that runs this,
# for machines that reach Debian's packages and no registry of images:
#   scripts/debianBase.sh && scripts/container.sh container localhost/assay-base
# For root on Debian with mmdebstrap and buildah (`apt-get install mmdebstrap buildah`).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
# What Node is linked with, and the certificates that it does not bring itself.
mmdebstrap --quiet --variant=essential --include=libstdc++6,libatomic1,ca-certificates \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  "$suite" "$folder/root"
node=$(node -p 'process.execPath')
(cd "$folder/root" && install -m 755 "$node" usr/local/bin/node)
base=$(buildah from scratch)
buildah copy --quiet "$base" "$folder/root" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
buildah commit --quiet --format docker "$base" localhost/assay-base >/dev/null
buildah rm "$base" >/dev/null
echo 'made: localhost/assay-base'
