// Bytes from texts, and pieces of a delivery put together.
import type { Piece } from "../system.ts";

/** Encodings of bytes in a header. `base64url` is taken with its padding and without it. */
export type Encoding = "hex" | "base64" | "base64url";

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/** The bytes that a text stands for; `null` where it does not stand for that many, or any. */
export function bytesOf(text: string, encoding: Encoding, length: number): Uint8Array<ArrayBuffer> | null {
  const bytes = encoding === "hex" ? decoded(() => Uint8Array.fromHex(text)) : fromBase64(text, encoding);
  return bytes?.length === length ? bytes : null;
}

/** The bytes of a base64 text, with its padding; `base64url` also without. `null` where it is none. */
export const fromBase64 = (
  text: string,
  alphabet: Exclude<Encoding, "hex">,
): Uint8Array<ArrayBuffer> | null => decoded(() => Uint8Array.fromBase64(text, OPTIONS[alphabet]));

const OPTIONS = {
  base64: { alphabet: "base64", lastChunkHandling: "strict" },
  base64url: { alphabet: "base64url", lastChunkHandling: "loose" },
} as const;

export function joined(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const parts = pieces.map((piece) => (typeof piece === "string" ? utf8(piece) : piece));
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}

function decoded(decode: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
