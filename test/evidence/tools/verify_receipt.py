"""Verifies a receipt with Debian's python3-securesystemslib, and with in-toto where it knows envelopes.

usage: verify_receipt.py securesystemslib|in-toto receipt.json public-key-hex
Exit 0: verified; 1: refused; 3: this version of the tool knows no envelopes.
"""

import base64
import json
import sys

tool, path, public = sys.argv[1:]
with open(path, encoding="utf8") as file:
    envelope = json.load(file)
keyid = envelope["signatures"][0]["keyid"]
key = {
    "keytype": "ed25519",
    "scheme": "ed25519",
    "keyid": keyid,
    "keyid_hash_algorithms": ["sha256", "sha512"],
    "keyval": {"public": public},
}

if tool == "in-toto":
    try:
        from in_toto.models.metadata import Envelope
    except ImportError:
        sys.exit(3)
    try:
        Envelope.from_dict(envelope).verify_signature(key)
    except Exception as error:  # Whatever it says: it does not accept it.
        sys.exit(f"refused: {error}")
else:
    from securesystemslib import keys

    kind = envelope["payloadType"].encode()
    payload = base64.b64decode(envelope["payload"], validate=True)
    signed = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
    sig = base64.b64decode(envelope["signatures"][0]["sig"]).hex()
    if not keys.verify_signature(key, {"keyid": keyid, "sig": sig}, signed):
        sys.exit("refused")
statement = json.loads(base64.b64decode(envelope["payload"]))
print(statement["subject"][0]["name"])
