import { campaignStart } from "./campaign.ts";
import { connectorOwnerAdd } from "./connector-owner.ts";
import { entitlementOwnerRemove, userEntitlementOwnerRemove } from "./entitlement-owner.ts";
import type { ActionRequest } from "./request.ts";
import { sessionPolicyEndOn, sessionPolicyRemove } from "./session-policy.ts";
import { toolRetire, toolWatch } from "./tool.ts";

const all: readonly ActionRequest[] = [
  connectorOwnerAdd,
  entitlementOwnerRemove,
  userEntitlementOwnerRemove,
  toolRetire,
  sessionPolicyRemove,
  campaignStart,
  toolWatch,
  sessionPolicyEndOn,
];

/** Every action that can be asked for by name. */
export const requests: ReadonlyMap<string, ActionRequest> = new Map(
  all.map((request) => [request.action, request]),
);
