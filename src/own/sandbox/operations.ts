// How the embedded tenant serves your own operations: part of src/sandbox/tenant/dispatch.ts.
import type { OwnHandlers } from "../../sandbox/tenant/kit.ts";

export const ownHandlers: OwnHandlers = {};
