// Everything that src/own/sandbox may import, beside ../kit.ts: how the senders of your own systems are played.

export { toHex } from "../base/hash.ts";
export { mac, type Sender, sender, standardWebhooksSender } from "./vendors/signing.ts";
