// Your own handlers in the embedded tenant, for your own operations, included in
// src/sandbox/tenant/dispatch.ts.
import type { OwnHandlers } from "../../sandbox/tenant/kit.ts";

export const ownHandlers: OwnHandlers = {};
