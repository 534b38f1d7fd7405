#!/bin/sh
# Verifies checkpoints with Go's sumdb, in this repository's root.
# Usage: sh docs/trust/verify-checkpoints.sh checkpoints.ndjson audit.ndjson keys.json
set -eu
checkpoints=$1 trail=$2 keys=$3
log=$(mktemp)
trap 'rm "$log"' EXIT
jq -n --slurpfile checkpoints "$checkpoints" --slurpfile entries "$trail" '{$checkpoints,
  trail: ($entries | group_by(.desk) | map({(.[0].desk): map(.hash)}) | add)}' > "$log"
export GO111MODULE=off GOPATH=/usr/share/gocode
go run test/evidence/tools/log.go $(jq -r '.keys[].note' "$keys") < "$log"
