import type { AnyAction } from "./action.ts";
import { startCampaign } from "./campaign-start.ts";
import { addConnectorOwner } from "./connector-owner-add.ts";
import { askToEndConnectorOwner } from "./connector-owner-ask-to-end.ts";
import { endConnectorOwnerByHand } from "./connector-owner-end-by-hand.ts";
import { removeEntitlementOwner } from "./entitlement-owner-remove.ts";
import { endSessionPolicyOn } from "./session-policy-end-on.ts";
import { removeSessionPolicy } from "./session-policy-remove.ts";
import { acceptTool } from "./tool-accept.ts";
import { retireTool } from "./tool-retire.ts";
import { watchTool } from "./tool-watch.ts";
import { removeUserEntitlementOwner } from "./user-entitlement-owner-remove.ts";

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
