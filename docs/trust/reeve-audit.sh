#!/bin/sh
# reeve-audit <address of Reeve> <file with the two CF-Access headers> <folder>
#
# Writes the new entries of the audit trail to files in the folder, and stores the position there.
# 1. Save this script as /usr/local/bin/reeve-audit.
# 2. Write the lines "CF-Access-Client-Id: …" and "CF-Access-Client-Secret: …" into a file that only the script's user
#    can read.
# 3. Run the script every minute, as the user of the agent that reads the events, and never twice at the same time:
#    * * * * * flock -n /var/lib/reeve-audit reeve-audit https://reeve.example.com /etc/reeve-audit.headers /var/lib/reeve-audit
set -eu
umask 077
cd "$3"
mkdir -p events
after=$(cat position 2>/dev/null || true)
curl --silent --show-error --fail --max-time 300 --header "@$2" --dump-header headers --output new \
  "$1/api/audit.ocsf.ndjson${after:+?after=$after}"
next=$(tr -d '\r' <headers | sed -n 's/^[Rr]eeve-[Pp]osition: //p')
if [ -z "$next" ]; then
  echo "reeve-audit: no position in the response. Is the service token valid, and is anything recorded yet?" >&2
  exit 1
fi
[ -s new ] || exit 0
mv new "events/$(date +%s)-$$.ndjson"
echo "$next" >position.new
mv position.new position
