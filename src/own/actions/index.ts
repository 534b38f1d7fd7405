// Your own actions, included in src/actions/index.ts.
import type { AnyAction } from "../../kit/index.ts";

export const ownActions: readonly AnyAction[] = [];
