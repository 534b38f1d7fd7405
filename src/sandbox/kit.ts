// Exports the functions with which src/own/sandbox simulates the senders of your own systems. That folder may also
// import ../kit/index.ts.

export { toHex } from "../base/hash.ts";
export { mac, type Sender, sender, standardWebhooksSender } from "./vendors/signing.ts";
