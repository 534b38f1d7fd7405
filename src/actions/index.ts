// The catalogue of actions: what plans on record are made again with, and what people can ask for by name.
import { startCampaign } from "./campaign.ts";
import { addConnectorOwner, askToEndConnectorOwner, endConnectorOwnerByHand } from "./connector-owner.ts";
import type { ActionRequest, AnyAction } from "./define.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "./entitlement-owner.ts";
import { endSessionPolicyOn, removeSessionPolicy } from "./session-policy.ts";
import { acceptTool, retireTool, trackTool } from "./tool.ts";

const all: readonly AnyAction[] = [
  addConnectorOwner,
  askToEndConnectorOwner,
  endConnectorOwnerByHand,
  removeEntitlementOwner,
  removeUserEntitlementOwner,
  retireTool,
  acceptTool,
  removeSessionPolicy,
  startCampaign,
  trackTool,
  endSessionPolicyOn,
];

/** Every action there is, by the name that plans on record have. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  all.map((action) => [action.actionName, action]),
);

/** Requests by the name of their action, for every action that people can ask for. */
export const requests: ReadonlyMap<string, ActionRequest> = new Map(
  all.flatMap(({ actionName, request }) => ("plan" in request ? [[actionName, request] as const] : [])),
);
