// Bytes from texts, and pieces of a delivery put together.
import type { Piece } from "../system.ts";

/** How bytes are written in a header. `base64url` is taken with its padding and without it. */
export type Encoding = "hex" | "base64" | "base64url";

const encoder = new TextEncoder();

/** The UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/** The bytes that a text stands for; `null` where it does not stand for that many, or any. */
export function bytesOf(text: string, encoding: Encoding, length: number): Uint8Array<ArrayBuffer> | null {
  const bytes = encoding === "hex" ? decoded(() => Uint8Array.fromHex(text)) : fromBase64(text, encoding);
  return bytes?.length === length ? bytes : null;
}

/** The bytes of a base64 text, with its padding; `base64url` also without. `null` where it is none. */
export function fromBase64(text: string, alphabet: Exclude<Encoding, "hex">): Uint8Array<ArrayBuffer> | null {
  const padded = alphabet === "base64url" ? text.replace(/=+$/, "") : text;
  return decoded(() => Uint8Array.fromBase64(padded, OPTIONS[alphabet]));
}

const OPTIONS = {
  base64: { alphabet: "base64", lastChunkHandling: "strict" },
  base64url: { alphabet: "base64url", lastChunkHandling: "loose" },
} as const;

/** Most bytes that UTF-8 has for a unit of a string. */
const MAX_UTF8_BYTES = 3;

/** Where pieces are put together that fit: a buffer for each delivery costs more than all else that is done with it. */
const WHOLE = new Uint8Array(65_536);

/**
 * Pieces one after the other, for WebCrypto, which takes a copy when it is called: what is given here holds until the
 * next call alone, and so not until after an `await`.
 */
export function joined(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const [only] = pieces;
  if (pieces.length === 1 && only instanceof Uint8Array) return only;
  let most = 0;
  for (const piece of pieces)
    most += typeof piece === "string" ? piece.length * MAX_UTF8_BYTES : piece.length;
  const whole = most <= WHOLE.length ? WHOLE : new Uint8Array(most);
  let length = 0;
  for (const piece of pieces) {
    if (typeof piece === "string") length += write(piece, whole, length);
    else {
      whole.set(piece, length);
      length += piece.length;
    }
  }
  return whole.subarray(0, length);
}

/** Writes a text into bytes from a place on. What stands in a header is short and ASCII: it takes no encoder. */
function write(text: string, whole: Uint8Array, start: number): number {
  for (let n = 0; n < text.length; n++) {
    const unit = text.charCodeAt(n);
    if (unit > 0x7f) return encoder.encodeInto(text, whole.subarray(start)).written;
    whole[start + n] = unit;
  }
  return text.length;
}

function decoded(decode: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
