// A sender as it is outside of Reeve, and the HMACs and encodings that senders sign with.

/** A sender as it is outside: how it signs and sends a body. */
export interface Sender {
  /** The source it sends to: `/hooks/{source}`. */
  readonly source: string;
  /** The path below `/hooks/` that it sends to. @default the source */
  readonly path?: string;
  readonly contentType: string;
  /** A secret as this sender's look, for the local stack alone. */
  readonly localSecret: string;
  /** Another secret, where not every text can be one. */
  readonly otherSecret?: string;
  /** The age and the lead that a signature may have, seconds; without it the sender signs no time. */
  readonly freshness?: { readonly maxAge: number; readonly maxAhead: number };
  /** The headers and address parameters that go with a body. */
  sign(body: Uint8Array<ArrayBuffer>, around: Signing): Promise<Dress> | Dress;
}

/** The secret, time and id that a sender signs with. */
export interface Signing {
  readonly secret: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The sender's own id of the delivery, if it has one. */
  readonly id: string;
}

/** The headers and address parameters of a body, and the body if signing changes it. */
export interface Dress {
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

type Piece = string | Uint8Array;

/** The HMAC of pieces one after the other. @param key as text, or as bytes */
export async function mac(
  hash: "SHA-256" | "SHA-512",
  key: Piece,
  ...pieces: readonly Piece[]
): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey("raw", bytes([key]), { name: "HMAC", hash }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes(pieces)));
}

export const hex = (value: Uint8Array): string =>
  Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const base64 = (value: Uint8Array): string => btoa(String.fromCharCode(...value));

export function bytes(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return Uint8Array.from(
    pieces.flatMap((piece) => Array.from(typeof piece === "string" ? encoder.encode(piece) : piece)),
  );
}
