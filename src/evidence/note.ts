// Signed notes, and log checkpoints as their texts: c2sp.org/signed-note, c2sp.org/tlog-checkpoint
import { toHex } from "../base/hash.ts";
import { joined, utf8 } from "../systems/schemes/bytes.ts";
import { decodeBase64, encodeBase64, isSigned, type PublicKey, type Signer } from "./keys.ts";
import type { Hash } from "./merkle.ts";

/** Signature type of Ed25519. */
const ED25519 = Uint8Array.of(1);

/** Returns the id of a key under a name: the first four bytes of a hash over both. */
async function identify(name: string, publicKey: PublicKey): Promise<Uint8Array> {
  const hashed = joined([name, "\n", ED25519, publicKey]);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", hashed)).subarray(0, 4);
}

/** Formats a key for verifiers of notes: `name+id+key`. */
export const writeVerifierKey = async (name: string, publicKey: PublicKey): Promise<string> =>
  `${name}+${toHex(await identify(name, publicKey))}+${encodeBase64(joined([ED25519, publicKey]))}`;

/** Signs a note. @param text Text that ends with a line feed @param name Name without spaces or plus signs */
export async function signNote(text: string, name: string, { publicKey, sign }: Signer): Promise<string> {
  const signature = joined([await identify(name, publicKey), await sign(utf8(text))]);
  return `${text}\n— ${name} ${encodeBase64(signature)}\n`;
}

/** Returns the text of a note, or `null` if none of these keys signed it. */
export async function openNote(note: string, keys: readonly PublicKey[]): Promise<string | null> {
  const end = note.lastIndexOf("\n\n") + 1;
  const text = note.slice(0, end);
  const lines = note.slice(end + 1).split("\n");
  if (end === 0 || lines.pop() !== "") return null;
  for (const line of lines) {
    const [, name, written] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = written === undefined ? null : decodeBase64(written);
    if (name === undefined || !bytes) return null;
    for (const key of keys) {
      const isItsId = toHex(await identify(name, key)) === toHex(bytes.subarray(0, 4));
      if (isItsId && (await isSigned(key, utf8(text), bytes.slice(4)))) return text;
    }
  }
  return null;
}

/** The content of a checkpoint. */
export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string;
  /** Number of entries. */
  readonly size: number;
  readonly root: Hash;
  /** Further lines, each with a word and its value. */
  readonly more: readonly string[];
}

export const writeCheckpoint = ({ origin, size, root, more }: Checkpoint): string =>
  [origin, size, encodeBase64(root), ...more].map((line) => `${line}\n`).join("");

/** Parses the text of a note as a checkpoint, or returns `null` for any other text. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = "", size = "", hash = "", ...more] = text.split("\n");
  const root = decodeBase64(hash);
  if (origin === "" || !/^(?:0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32) return null;
  if (more.pop() !== "" || more.includes("")) return null;
  return { origin, size: Number(size), root, more };
}
