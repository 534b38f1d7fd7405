// offboardUser: creates a task that revokes everything that a user can access.
import * as z from "zod";
import { defineOperation } from "../../governance/contract/kit.ts";

export const offboardUser = defineOperation({
  id: "offboardUser",
  method: "POST",
  path: "/api/v1/task/offboarding",
  effect: "once",
  summary: "Create a task that offboards a user.",
  source: "the vendor's API reference, Task, Create Offboarding Task",
  body: z.object({ subjectUserId: z.string(), description: z.string().optional() }),
  response: z.looseObject({ taskView: z.looseObject({}).optional() }),
});
