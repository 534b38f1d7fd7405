// How your own systems sign, for `npm run send`, the local stack and tests: part of src/sandbox/vendors/senders.ts.
import type { Sender } from "../../sandbox/kit.ts";

export const ownSenders: readonly Sender[] = [];
