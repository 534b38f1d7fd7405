// Verifies deliveries that are signed as Standard Webhooks specifies.
import { hmacKey } from "../../base/hash.ts";
import { Problem } from "../../base/problem.ts";
import { ok } from "../../base/result.ts";
import { type Piece, refuse, type Source, type Verify } from "../system.ts";
import { decodeBytes, fromBase64, joined, utf8 } from "./bytes.ts";
import { FIVE_MINUTES, keptKeys, timeFault } from "./hmac.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A key from a secret: the shared key for version `v1` of the signature, or the sender's public key for `v1a`. */
interface Key {
  readonly version: "v1" | "v1a";
  readonly bytes: Bytes;
}

/** Maximum number of signatures to check: a rotation has two, and checking more would only cost time. */
const MAX_SIGNATURES = 10;
const SIGNATURE_BYTES = { v1: 32, v1a: 64 } as const satisfies Record<Key["version"], number>;

/** The minimum and maximum length of a `v1` key, in bytes. */
const [MIN_KEY_BYTES, MAX_KEY_BYTES] = [24, 64];
const PUBLIC_KEY_BYTES = 32;

/**
 * Verifies a delivery as Standard Webhooks specifies: `webhook-id`, `webhook-timestamp` and the body are signed
 * together, with HMAC-SHA256 (`v1`) or Ed25519 (`v1a`), depending on the secret. One of the first ten signatures must
 * match; unknown versions are skipped. Source: github.com/standard-webhooks/standard-webhooks,
 * spec/standard-webhooks.md
 */
const verify: Verify = async ({ headers, body }, secrets, now) => {
  const given = headers.get("webhook-signature");
  if (given === null) return refuse("signature_missing", "webhook-signature", "no such header");
  const [id, timestamp] = [headers.get("webhook-id"), headers.get("webhook-timestamp")];
  if (timestamp === null) return refuse("timestamp_missing", "webhook-timestamp", "no such header");
  const signatures = parseSignatures(given);
  // A dot in an id could move the boundary between the signed pieces, so that another id has the same signature.
  if (!id || id.includes(".") || signatures.v1.length + signatures.v1a.length === 0)
    return refuse("signature_malformed", "webhook-id, v1 or v1a signatures", `${given.length} characters`);
  const fault = timeFault(timestamp, now, { unit: "seconds", maxAgeSeconds: FIVE_MINUTES });
  if (fault) return fault;

  const content = [`${id}.${timestamp}.`, body];
  for (const [secret, text] of secrets.entries()) {
    if (await (await makeVerifier(text))(signatures, content)) return ok({ secret, signed: content });
  }
  return refuse("signature_mismatch", `a signature made with a secret in use (${secrets.length})`, "another");
};

/**
 * The verification properties of a source whose deliveries, including their ids, are signed as Standard Webhooks
 * specifies.
 *
 * @example
 * export const source: System["sources"][number] = {
 *   name: "acme",
 *   secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
 *   setUp: "Create a webhook that is signed as Standard Webhooks specifies.",
 *   ...standardWebhook,
 *   parse: parseJson(Members, () => ({ id: null, event: { ignored: "it is a test" } })),
 * };
 */
export const standardWebhook = {
  authentication: "signed",
  signsIds: true,
  /** Validates a secret. @returns the problem, for example `is not base64`, or `null` if the secret is valid */
  secretFault(secret) {
    const key = readKey(secret);
    return typeof key === "string" ? key : null;
  },
  verify,
} as const satisfies Partial<Source>;

/**
 * Returns the headers of a webhook that Reeve sends, signed with each secret.
 * @param id The webhook's id, which retries keep; it must not contain a dot
 * @throws Problem `sender_not_configured` if a secret is not a shared key
 */
export async function signWebhook(
  secrets: readonly string[],
  id: string,
  body: string,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(now / 1_000));
  const content = utf8(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const key = readKey(secret);
      if (typeof key === "string" || key.version !== "v1")
        throw new Problem(
          "sender_not_configured",
          "NOTIFY_WEBHOOK_SECRET contains a secret that is not a shared Standard Webhooks key: replace it with a key that begins with whsec_",
        );
      const mac = await crypto.subtle.sign("HMAC", await hmacKey(key.bytes), content);
      return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
    }),
  );
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}

/**
 * Returns the key in a secret, or the problem with the secret. A secret without a prefix is base64 too, never the raw
 * key.
 */
function readKey(secret: string): Key | string {
  if (secret.startsWith("whsk_")) return "is the sender's private key: use the public key (whpk_…)";
  const isPublic = secret.startsWith("whpk_");
  const bytes = fromBase64(secret.replace(/^wh(sec|pk)_/, ""), "base64");
  if (bytes === null) return "is not base64";
  if (isPublic)
    return bytes.length === PUBLIC_KEY_BYTES
      ? { version: "v1a", bytes }
      : `must be a public key of ${PUBLIC_KEY_BYTES} bytes`;
  return bytes.length >= MIN_KEY_BYTES && bytes.length <= MAX_KEY_BYTES
    ? { version: "v1", bytes }
    : `must have ${MIN_KEY_BYTES} to ${MAX_KEY_BYTES} bytes`;
}

function parseSignatures(header: string): Record<Key["version"], Bytes[]> {
  const signatures: Record<Key["version"], Bytes[]> = { v1: [], v1a: [] };
  // Proxies join two headers of the same name with a comma and a space.
  for (const one of header.split(/,? /, MAX_SIGNATURES)) {
    const version = one.startsWith("v1,") ? "v1" : one.startsWith("v1a,") ? "v1a" : null;
    const bytes = version && decodeBytes(one.slice(version.length + 1), "base64", SIGNATURE_BYTES[version]);
    if (version && bytes) signatures[version].push(bytes);
  }
  return signatures;
}

/**
 * Returns true if one of the signatures was made with the secret. Returns false if none was, or if the secret is not a
 * key.
 */
type Verifier = (
  signatures: ReturnType<typeof parseSignatures>,
  content: readonly Piece[],
) => Promise<boolean>;
const NOTHING_FITS: Verifier = async () => false;

const makeVerifier = keptKeys(async (secret): Promise<Verifier> => {
  const read = readKey(secret);
  if (typeof read === "string") return NOTHING_FITS;
  if (read.version === "v1") {
    const key = await hmacKey(read.bytes);
    // Compute one HMAC, and compare it with each signature in constant time.
    return async ({ v1 }, content) => {
      const mac = await crypto.subtle.sign("HMAC", key, joined(content));
      return v1.some((signature) => crypto.subtle.timingSafeEqual(mac, signature));
    };
  }
  try {
    const key = await crypto.subtle.importKey("raw", read.bytes, { name: "Ed25519" }, false, ["verify"]);
    return async ({ v1a }, content) => {
      for (const signature of v1a)
        if (await crypto.subtle.verify("Ed25519", key, signature, joined(content))) return true;
      return false;
    };
  } catch {
    return NOTHING_FITS;
  }
});
