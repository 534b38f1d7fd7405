import * as z from "zod";
import { Named } from "../base/named.ts";
import { forget } from "../watches/watch.ts";
import { defineAction } from "./action.ts";

/** Deletes a session policy. The API has no way back. */
export const removeSessionPolicy = defineAction({
  name: "session-policy.remove",
  input: z.object({ policy: Named }),
  summary: ({ policy }) => `Delete the session policy ${policy.name}.`,
  unverified: ({ policy }) => [policy],
  target: ({ policy }) => `session policy ${policy.id}`,
  effects: ({ policy }) => [
    { operation: "deleteSessionPolicy", input: { path: { id: policy.id }, body: {} } },
  ],
  // A policy is nobody's own: it holds for sessions of many.
  beneficiaries: () => [],
  memories: ({ policy }) => [forget("session_policy", policy.id)],
});
