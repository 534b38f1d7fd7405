// Verifies deliveries that contain the secret itself.
import { isSameSecret } from "../../base/hash.ts";
import { ok } from "../../base/result.ts";
import { parseText } from "../reading/json.ts";
import { type Delivery, refuse, type Source } from "../system.ts";
import { fromBase64 } from "./bytes.ts";

/** Returns the secret's text from one place in a delivery, or `null` if that place contains no secret. */
export type Place = (delivery: Delivery) => string | null;

/** Makes a reader of a header whose whole value is the secret. @param name The header's name, in lower case */
export const inHeader =
  (name: string): Place =>
  ({ headers }) =>
    headers.get(name);

/** Reads the secret from `Authorization: Bearer <secret>` (RFC 6750). */
export const asBearer: Place = ({ headers }) => afterWord(headers.get("authorization"), "bearer");

const decoder = new TextDecoder();

/** Reads the secret from `Authorization: Basic <base64 of name:secret>` (RFC 7617), with any name. */
export const asPassword: Place = ({ headers }) => {
  const encoded = afterWord(headers.get("authorization"), "basic");
  const bytes = encoded === null ? null : fromBase64(encoded, "base64");
  const text = bytes === null ? null : decoder.decode(bytes);
  const colon = text?.indexOf(":") ?? -1;
  return text !== null && colon >= 0 ? text.slice(colon + 1) : null;
};

/**
 * Makes a reader of a parameter in the address, for senders that can't set a header. Senders use an address exactly as
 * pasted, so `+`, which occurs in base64 secrets, is not decoded as a space, unlike in a form.
 */
export const inQuery =
  (name: string): Place =>
  ({ url }) =>
    new URLSearchParams(url.search.replaceAll("+", "%2B")).get(name);

/** The places in which a sender's users can choose to put the secret: our own header, a bearer token, or a password. */
export const WHERE_USERS_CHOOSE: readonly Place[] = [inHeader("x-reeve-secret"), asBearer, asPassword];

type Unsigned = Pick<Source, "authentication" | "signsIds" | "verify">;
const UNSIGNED = { authentication: "shared-secret", signsIds: false } as const;

/**
 * Returns the verification properties of a source whose deliveries contain the secret itself, which is compared in
 * constant time. The secret authenticates the sender, but nothing is signed.
 *
 * @param places The places in which a sender can put the secret; at least one must contain it
 * @example
 * export const unsigned = sharedSecret([({ headers }) => headers.get("x-acme-secret")]);
 */
export const sharedSecret = (places: readonly Place[]): Unsigned => ({
  ...UNSIGNED,
  async verify(delivery, secrets) {
    const found = places.flatMap((place) => place(delivery) ?? []);
    for (const given of found)
      for (const [secret, wanted] of secrets.entries())
        if (isSameSecret(given, wanted)) return ok({ secret, signed: null });
    if (found.length === 0) return refuse("secret_missing", `one in ${places.length} places`, "none");
    return refuse("secret_mismatch", `a secret in use (${secrets.length})`, "another");
  },
});

/**
 * Returns the verification properties of a source whose JSON repeats the secret in each event. Every copy must be
 * correct.
 * @param secretsIn Lists the secrets in the JSON. A delivery without secrets is rejected
 */
export const sharedSecretInEach = (secretsIn: (json: unknown) => readonly unknown[]): Unsigned => ({
  ...UNSIGNED,
  async verify({ body }, secrets) {
    const parsed = parseText(body);
    const given = parsed.ok ? secretsIn(parsed.value.json) : [];
    if (given.length === 0) return refuse("secret_missing", "a secret in each event", "none");
    let oldest = 0;
    for (const one of given) {
      if (typeof one !== "string") return refuse("secret_missing", "a secret in each event", "no text");
      const fits = secrets.map((wanted) => isSameSecret(one, wanted));
      if (!fits.includes(true)) return refuse("secret_mismatch", `one in use (${secrets.length})`, "another");
      oldest = Math.max(oldest, fits.indexOf(true));
    }
    return ok({ secret: oldest, signed: null, parsed });
  },
});

function afterWord(header: string | null, word: string): string | null {
  const [, scheme, rest] = header?.match(/^(\S+) +(\S+)$/) ?? [];
  return scheme?.toLowerCase() === word ? (rest ?? null) : null;
}
