#!/bin/sh
# Tries the image `assay` as compose.yaml runs it: as the user of the image, without rights, with a root
# that cannot be written. Starts it, asks it, kills it, and sees that the key, the answer and its place in
# the log are still there. For root on Linux with buildah; needs no daemon, and asks the public registry
# or the one that ASSAY_NPM_REGISTRY names.
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
address=http://127.0.0.1:$port
# Certificates of a proxy of this machine, if it has one.
certificates=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
if [ -f "$certificates" ]; then cp "$certificates" "$data/certificates.pem"; fi

start() {
  # shellcheck disable=SC2016
  unshare --mount sh -c '
    mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
    mount --bind "$2" "$1/data" && mount -t tmpfs tmpfs "$1/tmp"
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"
    exec setpriv --no-new-privs chroot --userspec=10001:10001 --groups= "$1" /usr/bin/env -i \
      PATH=/usr/local/bin:/usr/bin:/bin HOME=/data ASSAY_PORT="$3" ASSAY_DATA_DIR=/data ASSAY_NAMES=off \
      NODE_EXTRA_CA_CERTS=/data/certificates.pem ${4:+"ASSAY_NPM_REGISTRY=$4"} \
      node /opt/assay/node_modules/assay/dist/cli/main.cjs serve
  ' try "$image" "$data" "$port" "${ASSAY_NPM_REGISTRY:-}" >>"$data.log" 2>&1 &
  service=$!
  for _ in $(seq 60); do
    if curl -sf "$address/health" >/dev/null; then return; fi
    sleep 1
  done
  cat "$data.log"; exit 1
}
ask() {
  curl -sf -H 'content-type: application/json' -d '{"ecosystem":"npm","name":"left-pad"}' \
    "$address/demo/v1/package/exists"
}
# The place of an answer in the log: a leaf has one within a second or two.
place() {
  for _ in $(seq 30); do
    if curl -sf "$address/log/by-hash/$1" | grep -o '"index":[0-9]*'; then return; fi
    sleep 1
  done
}
signer() { curl -sf "$address/policy" | grep -o '0x[0-9a-f]\{40\}' | head -1; }

start
grep -q '^Uid:.10001' "/proc/$service/status"
grep -q '^CapEff:.0*$' "/proc/$service/status"
if nsenter -t "$service" -m touch "$image/opt/assay/written" 2>/dev/null; then
  echo 'the root can be written'; exit 1
fi
before=$(signer)
answer=$(ask)
hash=$(printf %s "$answer" | grep -o '"attestation_hash":"[^"]*"' | cut -d'"' -f4)
index=$(place "$hash")
kill -9 "$service"; wait "$service" 2>/dev/null || true
start
test -n "$before" && test "$(signer)" = "$before"
test -n "$index" && test "$(place "$hash")" = "$index"
printf %s "$answer" | curl -sf -H 'content-type: application/json' -d @- "$address/receipts/verify" |
  grep -q '"valid":true'
kill "$service"; wait "$service" || true
service=''
echo "started, asked, killed and restarted: $before, the answer at $index"
