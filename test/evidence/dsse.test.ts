import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeBase64, encodeBase64, readSigner, toPem } from "../../src/evidence/keys.ts";
import { openEnvelope, preAuthenticate, seal } from "../../src/evidence/receipt.ts";
import { LOCAL_EVIDENCE_KEY } from "./local-key.ts";

const signer = await readSigner({ EVIDENCE_KEY: LOCAL_EVIDENCE_KEY });
const keys = [signer.publicKey];

it("the encoding of the specification's example matches the specification", () => {
  const encoded = preAuthenticate("http://example.com/HelloWorld", new TextEncoder().encode("hello world"));
  expect(new TextDecoder().decode(encoded)).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
});

it("the encoding counts bytes instead of characters", () => {
  const encoded = preAuthenticate("größe", new TextEncoder().encode("ä"));
  expect(new TextDecoder().decode(encoded)).toBe("DSSEv1 7 größe 2 ä");
});

it("an envelope can be opened only with the key that signed it, and only as the signed type", async () => {
  const envelope = await seal("text/plain", "grüße \u2028", signer);
  expect(await openEnvelope(envelope, keys)).toBe("grüße \u2028");
  const other = new Uint8Array(32).fill(7);
  expect(await openEnvelope(envelope, [other])).toBeNull();
  expect(await openEnvelope(envelope, [other, ...keys])).toBe("grüße \u2028");
  expect(await openEnvelope({ ...envelope, payloadType: "text/html" }, keys)).toBeNull();
});

it("an envelope with a changed byte can't be opened", async () => {
  const envelope = await seal("text/plain", "a receipt", signer);
  const [signature] = envelope.signatures;
  const change = (text: string, at: number, by: number) => {
    const bytes = decodeBase64(text) ?? new Uint8Array();
    return encodeBase64(bytes.map((byte, n) => (n === at % bytes.length ? byte ^ by : byte)));
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const payload = change(envelope.payload, at, by);
      expect(await openEnvelope({ ...envelope, payload }, keys)).toBeNull();
      const sig = change(signature?.sig ?? "", at, by);
      expect(await openEnvelope({ ...envelope, signatures: [{ sig }] }, keys)).toBeNull();
    }),
  );
});

it("a public key is written as SubjectPublicKeyInfo", async () => {
  const der = decodeBase64(toPem(signer.publicKey).split("\n")[1] ?? "") ?? new Uint8Array();
  const key = await crypto.subtle.importKey("spki", der, "Ed25519", true, ["verify"]);
  expect(new Uint8Array((await crypto.subtle.exportKey("raw", key)) as ArrayBuffer)).toEqual(
    signer.publicKey,
  );
});

it("base64 is decoded only if it is canonical", () => {
  expect(decodeBase64("aGk=")).toEqual(new TextEncoder().encode("hi"));
  for (const text of ["aGk", "aGl=", " aGk=", "aG-_", "aGk=\n"]) expect(decodeBase64(text), text).toBeNull();
});
