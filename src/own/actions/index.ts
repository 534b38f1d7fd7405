// Your own actions, included in src/actions/index.ts.
import type { AnyAction } from "../../kit.ts";

export const ownActions: readonly AnyAction[] = [];
