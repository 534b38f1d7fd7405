#!/bin/sh
# Verifies a receipt with OpenSSL 3 and one of the keys, and prints its contents and the hash of its plan, as computed
# and as signed.
# Usage: sh verify-receipt.sh receipt.json keys.json
set -eu
receipt=$1 keys=$2
files=$(mktemp -d)
trap 'rm -r "$files"' EXIT
jq -r .payload "$receipt" | base64 -d > "$files/payload.json"
jq -r '.signatures[0].sig' "$receipt" | base64 -d > "$files/signature"
(printf 'DSSEv1 28 application/vnd.in-toto+json %d ' $(wc -c < "$files/payload.json"); cat "$files/payload.json") \
  > "$files/signed"
for key in $(jq -r '.keys[].pem | @base64' "$keys"); do
  echo "$key" | base64 -d > "$files/key.pem"
  openssl pkeyutl -verify -pubin -inkey "$files/key.pem" -rawin -in "$files/signed" -sigfile "$files/signature" \
    > "$files/result" && break
done
cat "$files/result"
grep -q Success "$files/result"
jq .predicate "$files/payload.json"
jq -cjS '.predicate | .calls as $calls | [.run.automation, [.plan.actions | to_entries[] | .key as $step | .value
  | [.action, .input, .target, [$calls[] | select(.step == $step) | [.operation, .input]]]]]' \
  "$files/payload.json" | sha256sum
jq -r '.subject[0].digest.sha256' "$files/payload.json"
