import { campaignStart } from "./campaign-start.ts";
import { connectorOwnerAdd } from "./connector-owner-add.ts";
import { entitlementOwnerRemove } from "./entitlement-owner-remove.ts";
import type { ActionRequest } from "./request.ts";
import { sessionPolicyEndOn } from "./session-policy-end-on.ts";
import { sessionPolicyRemove } from "./session-policy-remove.ts";
import { toolRetire } from "./tool-retire.ts";
import { toolWatch } from "./tool-watch.ts";
import { userEntitlementOwnerRemove } from "./user-entitlement-owner-remove.ts";

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
