// Your own systems: they become part of src/systems/index.ts.
import type { System } from "../../kit.ts";

export const ownSystems: readonly System[] = [];
