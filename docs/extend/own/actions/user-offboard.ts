// user.offboard: requests that the service revokes everything that a user can access.
import * as z from "zod";
import { defineAction, Named, personByEmail } from "../../kit/index.ts";

export const userOffboard = defineAction({
  name: "user.offboard",
  input: z.object({ user: Named }),
  summary: ({ user }) => `Create a task that offboards ${user.name}: the service revokes all their access.`,
  unverified: () => [],
  target: ({ user }) => `offboarding of ${user.id}`,
  calls: ["offboardUser"],
  effects: ({ user }) => [{ operation: "offboardUser", input: { body: { subjectUserId: user.id } } }],
  beneficiaries: ({ user }) => [user.id],
  undo: { byHand: "To undo, cancel the task in the service, or request each entitlement again." },
  request: {
    description: "Offboard a user.",
    input: z.strictObject({ user: z.email() }),
    reads: ["searchUsers"],
    lookUp: async ({ user }, { governance }) => ({ user: await personByEmail(governance, user) }),
  },
});
