#!/bin/sh
# Builds the image `assay` with docker, podman or buildah, whichever works first, and writes its SBOM (CycloneDX) beside it:
#   npm run build && scripts/container.sh [<folder>] [<base image>]
# The folder (./container unless told) gets the stage and sbom.cdx.json.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root/container}
base=${2:-docker.io/library/node:22-bookworm-slim}
# Docker may be there without its engine. ASSAY_BUILDER names another one than the first that works.
tool=${ASSAY_BUILDER:-}
if [ -n "$tool" ]; then :
elif docker info >/dev/null 2>&1; then tool=docker
elif command -v podman >/dev/null; then tool=podman
elif command -v buildah >/dev/null; then tool=buildah
else echo 'container.sh: neither docker with its engine nor podman nor buildah is here' >&2; exit 1
fi
mkdir -p "$out/stage/app" "$out/stage/data" "$out/stage/index"
chmod 700 "$out/stage/data"
npm pack --silent --ignore-scripts --pack-destination "$out" "$root" >/dev/null
version=$(node -p "require('$root/package.json').version")
(cd "$out/stage/app" &&
  printf '{"name":"assay-image","version":"%s","private":true}\n' "$version" > package.json &&
  npm install --silent --omit=dev --ignore-scripts --no-audit --no-fund "$out/assay-$version.tgz")
node "$root/scripts/sbom.mjs" "$out/stage/app/node_modules" > "$out/sbom.cdx.json"
cp "$root/Containerfile" "$out/"
if [ "$tool" = buildah ]; then
  buildah build --format docker --build-arg "BASE=$base" -t assay -f "$out/Containerfile" "$out"
else
  "$tool" build --build-arg "BASE=$base" -t assay -f "$out/Containerfile" "$out"
fi
