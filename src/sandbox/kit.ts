// Exports everything that src/own/sandbox may import, in addition to ../kit/index.ts: the functions that simulate the
// senders of your own systems.

export { toHex } from "../base/hash.ts";
export { mac, type Sender, sender, standardWebhooksSender } from "./vendors/signing.ts";
