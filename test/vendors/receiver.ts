// Simulates a receiver of Standard Webhooks by the documented rules: it verifies each request, and identifies repeats
// by their id.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { startVendor, type VendorStub } from "./stub.ts";

export interface ReceiverStub extends VendorStub {
  readonly secret: string;
  /** Messages by `webhook-id`, each listed once. */
  readonly messages: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** How often a message was repeated. */
  readonly repeats: () => number;
}

export async function startReceiver(): Promise<ReceiverStub> {
  const key = randomBytes(32);
  const messages = new Map<string, Readonly<Record<string, unknown>>>();
  let repeats = 0;
  const stub = await startVendor(({ method, text, body, headers }) => {
    const { "webhook-id": id = "", "webhook-timestamp": at = "", "webhook-signature": signed = "" } = headers;
    const mac = createHmac("sha256", key).update(`${id}.${at}.${text}`).digest();
    const isSigned = signed.split(" ").some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
      return given.length === mac.length && timingSafeEqual(given, mac);
    });
    const isFresh = Math.abs(Date.now() / 1_000 - Number(at)) < 300;
    if (method !== "POST" || !isSigned || !isFresh || id.includes(".")) return { status: 401 };
    if (messages.has(id)) repeats++;
    messages.set(id, body as Readonly<Record<string, unknown>>);
    return { status: 204 };
  });
  return { ...stub, secret: `whsec_${key.toString("base64")}`, messages, repeats: () => repeats };
}
