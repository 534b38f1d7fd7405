// The catalogue of actions: rebuilds recorded plans, and plans what people request by name.
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

/** All actions by name, as recorded plans have it. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  all.map((action) => [action.actionName, action]),
);

/** The requests by action name, for each action that people can request. */
export const requests: ReadonlyMap<string, ActionRequest> = new Map(
  all.flatMap(({ actionName, request }) => ("plan" in request ? [[actionName, request] as const] : [])),
);
