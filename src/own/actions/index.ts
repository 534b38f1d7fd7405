// Your own actions: they become part of src/actions/index.ts.
import type { AnyAction } from "../../kit.ts";

export const ownActions: readonly AnyAction[] = [];
