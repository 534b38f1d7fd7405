// Your own systems, included in src/systems/index.ts.
import type { System } from "../../kit/index.ts";

export const ownSystems: readonly System[] = [];
