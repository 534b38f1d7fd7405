// Your own simulated senders, for `npm run send`, the local stack and tests, included in
// src/sandbox/vendors/senders.ts.
import { mac, type Sender, sender, toHex } from "../../sandbox/kit.ts";

export const ownSenders: readonly Sender[] = [
  sender("lantern", async (body, { secret, id }) => ({
    headers: {
      "x-lantern-signature": `sha256=${toHex(await mac("SHA-256", secret, body))}`,
      "x-lantern-delivery": id,
    },
  })),
];
