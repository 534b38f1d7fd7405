import { ok, refused } from "../../base/result.ts";
import type { Delivery, Verify } from "../source.ts";
import { fromBase64, utf8 } from "./bytes.ts";

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
        if (await isSame(one, wanted)) return ok({ secret, signed: null });
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
      const fits = await Promise.all(secrets.map((wanted) => isSame(one, wanted)));
      if (!fits.includes(true)) return refused({ check: "secret_mismatch" });
      oldest = Math.max(oldest, fits.indexOf(true));
    }
    return ok({ secret: oldest, signed: null });
  };
}

/** Compares digests, since `timingSafeEqual` wants equal lengths, and a length tells something too. */
export async function isSame(given: string, wanted: string): Promise<boolean> {
  const [a, b] = await Promise.all(
    [given, wanted].map((text) => crypto.subtle.digest("SHA-256", utf8(text))),
  );
  return a !== undefined && b !== undefined && crypto.subtle.timingSafeEqual(a, b);
}

function afterWord(header: string | null, word: string): string | null {
  const [, scheme, rest] = header?.match(/^(\S+) +(\S+)$/) ?? [];
  return scheme?.toLowerCase() === word ? (rest ?? null) : null;
}
