// revokeAccess: creates a task that revokes an entitlement.
import * as z from "zod";
import { defineOperation } from "../../governance/contract/kit.ts";

export const revokeAccess = defineOperation({
  id: "revokeAccess",
  method: "POST",
  path: "/api/v1/task/revoke",
  effect: "once",
  summary: "Create a task that revokes an entitlement from a user.",
  source: "the vendor's API reference, Task, Create Revoke Task",
  body: z.object({
    appId: z.string(),
    appEntitlementId: z.string(),
    identityUserId: z.string(),
    description: z.string().optional(),
  }),
  response: z.looseObject({ taskView: z.looseObject({}).optional() }),
});
