// The sample session policies and review policies.
import { before } from "./calendar.ts";
import { samples } from "./samples.ts";

const { sessionPolicies, policies } = samples;

const session = (
  { id, name }: { id: string; name: string },
  description: string,
  maxSessionMinutes: number,
) => ({
  id,
  displayName: name,
  description,
  maxSessionMinutes,
  createdAt: before(300),
});

/** Session policies. The API shows none of their fields; these are ours. */
export const SESSION_POLICIES = [
  session({ id: "sp_default", name: "Everyone" }, "Sign in again each day.", 24 * 60),
  session(sessionPolicies.contractors, "Contractors sign in again after a working day.", 8 * 60),
  session(sessionPolicies.kiosk, "Shared devices forget their user soon.", 15),
  session(
    { id: "sp_administrators", name: "Administrators" },
    "Short sessions for those who may do much.",
    60,
  ),
  session({ id: "sp_agents", name: "Agents" }, "Tool sessions of agents.", 30),
  session({ id: "sp_travel", name: "Travelling" }, "Sessions from unusual places.", 2 * 60),
];

const policy = (
  { id, name }: { id: string; name: string },
  description: string,
  reviewers: readonly string[],
) => ({
  id,
  displayName: name,
  description,
  reviewers,
  createdAt: before(300),
});

/** Review policies, which a campaign names as `policyId`. The API shows none of their fields; these are ours. */
export const POLICIES = [
  policy(policies.managerReview, "The manager of each user decides.", ["manager"]),
  policy(policies.ownerReview, "The owner of each resource decides.", ["resource_owner"]),
  policy(policies.securityReview, "The manager decides, then the security team.", ["manager", "security"]),
];
