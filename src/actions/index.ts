import type { AnyAction } from "./action.ts";
import { startCampaign } from "./campaign.ts";
import { addConnectorOwner, askToEndConnectorOwner, endConnectorOwnerByHand } from "./connector-owner.ts";
import { removeEntitlementOwner, removeUserEntitlementOwner } from "./entitlement-owner.ts";
import { endSessionPolicyOn, removeSessionPolicy } from "./session-policy.ts";
import { acceptTool, retireTool, watchTool } from "./tool.ts";

const all: readonly AnyAction[] = [
  addConnectorOwner,
  endConnectorOwnerByHand,
  askToEndConnectorOwner,
  removeEntitlementOwner,
  removeUserEntitlementOwner,
  retireTool,
  removeSessionPolicy,
  endSessionPolicyOn,
  acceptTool,
  watchTool,
  startCampaign,
];

/** Every action there is, by the name that plans on record have. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  all.map((action) => [action.actionName, action]),
);
