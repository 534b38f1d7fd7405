// Your own handlers in the embedded tenant, for your own operations: they become part of
// src/sandbox/tenant/dispatch.ts.
import type { OwnHandlers } from "../../sandbox/tenant/kit.ts";

export const ownHandlers: OwnHandlers = {};
