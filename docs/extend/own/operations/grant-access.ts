// grantAccess: creates a task that grants an entitlement.
//
// The path and `grantDuration`, which ends a grant by itself, are from the vendor's documentation (checked November
// 2026). The other names in the body are assumed, as in revoke-access.ts and offboard-user.ts: compare them with the
// service's description first (`npm run reeve -- probe --spec`).
import * as z from "zod";
import { defineOperation } from "../../governance/contract/kit.ts";

export const grantAccess = defineOperation({
  id: "grantAccess",
  method: "POST",
  path: "/api/v1/task/grant",
  effect: "once",
  summary: "Create a task that grants an entitlement to a user.",
  source: "the vendor's API reference, Task, Create Grant Task",
  body: z.object({
    appId: z.string(),
    appEntitlementId: z.string(),
    identityUserId: z.string(),
    description: z.string().optional(),
    grantDuration: z.string().optional().describe("in seconds, such as 604800s; absent: it has no end"),
  }),
  response: z.looseObject({ taskView: z.looseObject({}).optional() }),
});
