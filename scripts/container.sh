#!/bin/sh
# Builds the image `assay` with buildah, podman or docker, and writes its SBOM (CycloneDX) beside it:
#   npm run build && scripts/container.sh [<folder>] [<base image>]
# The folder (./container unless told) gets the stage and sbom.cdx.json.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root/container}
base=${2:-docker.io/library/node:22-bookworm-slim}
mkdir -p "$out/stage/app" "$out/stage/data" "$out/stage/index"
chmod 700 "$out/stage/data"
npm pack --silent --ignore-scripts --pack-destination "$out" "$root" >/dev/null
version=$(node -p "require('$root/package.json').version")
(cd "$out/stage/app" &&
  printf '{"name":"assay-image","version":"%s","private":true}\n' "$version" > package.json &&
  npm install --silent --omit=dev --ignore-scripts --no-audit --no-fund "$out/assay-$version.tgz")
node "$root/scripts/sbom.mjs" "$out/stage/app/node_modules" > "$out/sbom.cdx.json"
for tool in buildah podman docker; do
  if command -v "$tool" >/dev/null; then break; fi
done
cp "$root/Containerfile" "$out/"
if [ "$tool" = buildah ]; then
  buildah build --format docker --build-arg "BASE=$base" -t assay -f "$out/Containerfile" "$out"
else
  "$tool" build --build-arg "BASE=$base" -t assay -f "$out/Containerfile" "$out"
fi
