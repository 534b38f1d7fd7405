// Your own read-backs, which verify the effects of your own operations, included in src/actions/read-back.ts.
import type { ReadBacks } from "../../kit/index.ts";

export const ownReadBacks: ReadBacks = {};
