// Verifies deliveries that bring the secret itself.
import { ok, refused } from "../../base/result.ts";
import type { Delivery, Verify } from "../system.ts";
import { fromBase64 } from "./bytes.ts";

/** Where a delivery carries the secret itself. Returns what is there, or `null`. */
export type Place = (delivery: Delivery) => string | null;

/** A header whose whole value is the secret. @param name in lower case */
export const inHeader =
  (name: string): Place =>
  ({ headers }) =>
    headers.get(name);

/** `Authorization: Bearer <secret>` (RFC 6750). */
export const asBearer: Place = ({ headers }) => afterWord(headers.get("authorization"), "bearer");

/** `Authorization: Basic <base64 of name:secret>` (RFC 7617), whatever the name. */
export const asPassword: Place = ({ headers }) => {
  const encoded = afterWord(headers.get("authorization"), "basic");
  const bytes = encoded === null ? null : fromBase64(encoded, "base64");
  const text = bytes === null ? null : new TextDecoder().decode(bytes);
  const colon = text?.indexOf(":") ?? -1;
  return text !== null && colon >= 0 ? text.slice(colon + 1) : null;
};

/** A parameter of the address, for senders that can set nothing else. */
export const inQuery =
  (name: string): Place =>
  ({ url }) =>
    url.searchParams.get(name);

/** Where senders that let their users choose may put it: in a header of ours, as a bearer token, or as a password. */
export const WHERE_USERS_CHOOSE: readonly Place[] = [inHeader("x-reeve-secret"), asBearer, asPassword];

/** Verifies a secret that the delivery carries itself, in constant time. It says who sent it; nothing is signed. */
export function sharedSecret(places: readonly Place[]): Verify {
  return async (delivery, secrets) => {
    const given = places.flatMap((place) => place(delivery) ?? []);
    if (given.length === 0) return refused({ check: "secret_missing" });
    for (const [secret, wanted] of secrets.entries()) {
      for (const one of given) {
        if (isSame(one, wanted)) return ok({ secret, signed: null });
      }
    }
    return refused({ check: "secret_mismatch" });
  };
}

/**
 * Verifies a secret that stands in a delivery once for each thing it says: every one of them has to fit.
 * @param secretsIn What stands in those places; nothing at all is refused
 */
export function sharedSecretInEach(secretsIn: (delivery: Delivery) => readonly unknown[]): Verify {
  return async (delivery, secrets) => {
    const given = secretsIn(delivery);
    if (given.length === 0) return refused({ check: "secret_missing" });
    let oldest = 0;
    for (const one of given) {
      if (typeof one !== "string") return refused({ check: "secret_missing" });
      const fits = secrets.map((wanted) => isSame(one, wanted));
      if (!fits.includes(true)) return refused({ check: "secret_mismatch" });
      oldest = Math.max(oldest, fits.indexOf(true));
    }
    return ok({ secret: oldest, signed: null });
  };
}

const encoder = new TextEncoder();

/** Longer secrets than this are not compared. Bytes, UTF-8. */
const MAX_SECRET_BYTES = 4_096;

/** Where two secrets are filled up to one length; each comparison writes over the one before. */
const [GIVEN, WANTED] = [new Uint8Array(4 + MAX_SECRET_BYTES), new Uint8Array(4 + MAX_SECRET_BYTES)];

/** Compares in constant time: `timingSafeEqual` wants equal lengths, so both are filled up, and the length counts too. */
const isSame = (given: string, wanted: string): boolean =>
  fill(GIVEN, given) && fill(WANTED, wanted) && crypto.subtle.timingSafeEqual(GIVEN, WANTED);

/** Writes a text's length and bytes into a buffer, and nothing else. @returns whether it is short enough */
function fill(buffer: Uint8Array<ArrayBuffer>, text: string): boolean {
  buffer.fill(0);
  const { read, written } = encoder.encodeInto(text, buffer.subarray(4));
  new DataView(buffer.buffer).setUint32(0, written);
  return read === text.length;
}

function afterWord(header: string | null, word: string): string | null {
  const [, scheme, rest] = header?.match(/^(\S+) +(\S+)$/) ?? [];
  return scheme?.toLowerCase() === word ? (rest ?? null) : null;
}
