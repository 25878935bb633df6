#!/bin/sh
# Tries the image `assay` as compose.yaml runs it: as the user of the image, without rights, with a root
# that cannot be written. Starts it, asks it, kills it, and sees that nothing is lost. For root on Linux
# with buildah; needs no daemon.
#   scripts/tryContainer.sh [<folder for the data>]
set -eu
data=${1:-$(mktemp -d)}
mkdir -p "$data" && chown 10001:10001 "$data" && chmod 700 "$data"
container=$(buildah from localhost/assay)
image=$(buildah mount "$container")
service=''
leave() {
  if [ -n "$service" ]; then kill -9 "$service" 2>/dev/null || true; fi
  buildah rm "$container" >/dev/null
}
trap leave EXIT
port=18402

start() {
  # shellcheck disable=SC2016
  unshare --mount sh -c '
    mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
    mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp"
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"
    exec setpriv --no-new-privs chroot --userspec=10001:10001 --groups= "$1" /usr/bin/env -i \
      PATH=/usr/local/bin:/usr/bin:/bin HOME=/data ASSAY_PORT="$3" ASSAY_DATA_DIR=/data ASSAY_NAMES=off \
      node /opt/assay/node_modules/assay/dist/cli/main.cjs serve
  ' try "$image" "$data" "$port" >"$data.log" 2>&1 &
  service=$!
  for _ in $(seq 60); do
    if curl -sf "http://127.0.0.1:$port/health" >/dev/null; then return; fi
    sleep 1
  done
  cat "$data.log"; exit 1
}
signer() { curl -sf "http://127.0.0.1:$port/policy" | grep -o '0x[0-9a-f]\{40\}' | head -1; }

start
grep -q '^Uid:.10001' "/proc/$service/status"
grep -q '^CapEff:.0*$' "/proc/$service/status"
if nsenter -t "$service" -m touch "$image/opt/assay/written" 2>/dev/null; then
  echo 'the root can be written'; exit 1
fi
before=$(signer)
kill -9 "$service"; wait "$service" 2>/dev/null || true
start
test -n "$before" && test "$(signer)" = "$before"
kill "$service"; wait "$service" || true
service=''
echo "started, asked, killed and restarted: $before"
