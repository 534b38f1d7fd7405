// Your own simulated senders, for `npm run send`, the local stack and tests, included in
// src/sandbox/vendors/senders.ts.
import type { Sender } from "../../sandbox/kit.ts";

export const ownSenders: readonly Sender[] = [];
