import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  openNote,
  readCheckpoint,
  signNote,
  writeCheckpoint,
  writeVerifierKey,
} from "../../src/evidence/checkpoints.ts";
import { decodeBase64, encodeBase64, readSigner } from "../../src/evidence/keys.ts";
import { LOCAL_EVIDENCE_KEY } from "./local-key.ts";

const signer = await readSigner({ EVIDENCE_KEY: LOCAL_EVIDENCE_KEY });
const keys = [signer.publicKey];

describe("a note", () => {
  /**
   * The key of the example in golang.org/x/mod/sumdb/note:
   * `PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW`.
   */
  const KEY = (decodeBase64("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW") ?? new Uint8Array()).slice(1);
  const NOTE =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

  it("from Go's documentation can be opened with its key, which is formatted as documented", async () => {
    expect(await writeVerifierKey("PeterNeumann", KEY)).toBe(
      "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    );
    expect(await openNote(NOTE, [KEY])).toBe(`${NOTE.split("\n").slice(0, 2).join("\n")}\n`);
    expect(await openNote(NOTE, keys)).toBeNull();
  });

  it("can be opened with its key, even if it has other signatures too", async () => {
    const note = await signNote("a\n\nb\n", "reeve.example.com", signer);
    expect(await openNote(note, keys)).toBe("a\n\nb\n");
    expect(await openNote(`${note}${NOTE.split("\n\n")[1]}`, keys)).toBe("a\n\nb\n");
    expect(await openNote(note, [KEY])).toBeNull();
  });

  it("can't be opened if a byte or the signer's name was changed, or if it was cut off", async () => {
    const note = await signNote("reeve.example.com\n3\n", "reeve.example.com", signer);
    const bytes = new TextEncoder().encode(note);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = bytes.map((byte, n) => (n === at ? byte ^ by : byte));
        expect(await openNote(new TextDecoder().decode(changed), keys)).toBeNull();
      }),
      // Turns the padding of the signature into one more byte.
      { examples: [[bytes.length - 2, 4]], numRuns: 300 },
    );
    expect(await openNote(note.replace("— reeve", "— other"), keys)).toBeNull();
    for (const cut of [note.slice(0, -1), "", "\n", "reeve.example.com\n3\n"])
      expect(await openNote(cut, keys)).toBeNull();
  });
});

describe("a checkpoint", () => {
  const root = new Uint8Array(32).fill(9);
  it("is parsed to the values that were written", () => {
    const one = { origin: "reeve.example.com", size: 12, root, more: ["time 2026-11-24T00:00:00.000Z"] };
    const text = writeCheckpoint(one);
    expect(text).toBe(`reeve.example.com\n12\n${encodeBase64(root)}\ntime 2026-11-24T00:00:00.000Z\n`);
    expect(readCheckpoint(text)).toEqual(one);
  });
  it.for([
    ["no origin", (text: string) => text.replace("o", "")],
    ["a size with a leading zero", (text: string) => text.replace("12", "012")],
    ["a size below zero", (text: string) => text.replace("12", "-1")],
    ["a root of another length", (text: string) => text.replace("CQkJ", "")],
    ["an empty line", (text: string) => `${text}\n`],
    ["no final line break", (text: string) => text.slice(0, -1)],
  ] as const)("with %s is rejected", ([, change]) => {
    expect(readCheckpoint(change(writeCheckpoint({ origin: "o", size: 12, root, more: [] })))).toBeNull();
  });
});
