// How Reeve reads the effects of calls back with your own operations: part of src/actions/read-back.ts.
import type { ReadBacks } from "../../kit.ts";

export const ownReadBacks: ReadBacks = {};
