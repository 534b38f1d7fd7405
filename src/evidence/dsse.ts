// Dead Simple Signing Envelopes: github.com/secure-systems-lab/dsse, protocol.md and envelope.md, version 1.
import * as z from "zod";
import { joined, utf8 } from "../systems/schemes/bytes.ts";
import { decodeBase64, encodeBase64, isSigned, nameKey, type PublicKey, type Signer } from "./keys.ts";

export const Envelope = z.object({
  payloadType: z.string(),
  payload: z.string().meta({ description: "Base64." }),
  signatures: z
    .array(z.object({ keyid: z.string().optional(), sig: z.string() }))
    .min(1)
    .meta({ description: "`keyid`: SHA-256 of the public key's 32 bytes; `sig`: Ed25519, base64." }),
});
export type Envelope = Readonly<z.infer<typeof Envelope>>;

/** Returns the bytes that are signed: PAE, the "pre-authentication encoding". Lengths are in bytes. */
export function preAuthenticate(payloadType: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const type = utf8(payloadType);
  return joined([`DSSEv1 ${type.length} `, type, ` ${payload.length} `, payload]);
}

export async function seal(payloadType: string, text: string, signer: Signer): Promise<Envelope> {
  const payload = utf8(text);
  const sig = await signer.sign(preAuthenticate(payloadType, payload));
  return {
    payloadType,
    payload: encodeBase64(payload),
    signatures: [{ keyid: await nameKey(signer.publicKey), sig: encodeBase64(sig) }],
  };
}

/** Returns the payload of an envelope, or `null` if none of these keys signed it. The `keyid` is only a hint. */
export async function openEnvelope(
  { payloadType, payload, signatures }: Envelope,
  keys: readonly PublicKey[],
): Promise<string | null> {
  const bytes = decodeBase64(payload);
  if (!bytes) return null;
  const signed = preAuthenticate(payloadType, bytes);
  for (const { sig } of signatures) {
    const signature = decodeBase64(sig);
    if (!signature) continue;
    for (const key of keys)
      if (await isSigned(key, signed, signature)) return new TextDecoder().decode(bytes);
  }
  return null;
}
