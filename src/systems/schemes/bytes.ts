// Converts text to bytes, and joins pieces of text and bytes.
import { ifPossible } from "../../base/if-possible.ts";

export type Encoding = "hex" | "base64" | "base64url";

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/**
 * Decodes text to bytes. Returns `null` if the text is not in the given encoding, or if the number of bytes differs
 * from `length`.
 */
export function decodeBytes(
  text: string,
  encoding: Encoding,
  length: number,
): Uint8Array<ArrayBuffer> | null {
  const bytes = encoding === "hex" ? ifPossible(() => Uint8Array.fromHex(text)) : fromBase64(text, encoding);
  return bytes?.length === length ? bytes : null;
}

/** Decodes padded base64 text; the padding is optional for `base64url`. Returns `null` for any other text. */
export const fromBase64 = (
  text: string,
  alphabet: Exclude<Encoding, "hex">,
): Uint8Array<ArrayBuffer> | null => ifPossible(() => Uint8Array.fromBase64(text, OPTIONS[alphabet])) ?? null;

const OPTIONS = {
  base64: { alphabet: "base64", lastChunkHandling: "strict" },
  base64url: { alphabet: "base64url", lastChunkHandling: "loose" },
} as const;

export function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const parts = pieces.map((piece) => (typeof piece === "string" ? utf8(piece) : piece));
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}
