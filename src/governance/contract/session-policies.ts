// The operation that deletes a session policy.
import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { Empty } from "./primitives.ts";

export const deleteSessionPolicy = defineOperation({
  id: "deleteSessionPolicy",
  method: "DELETE",
  path: "/api/v1/session-policies/{id}",
  effect: "repeatable",
  summary: "Delete a session policy by id.",
  source: "identity-governance-api.md, Endpoints, 9. Delete session policy",
  body: z.object({}),
  response: Empty,
});
