// Verifies the effects of calls by reading them from the API: a response only confirms that a call was accepted, not
// that its effect is visible. None of the 12 operations can read owners, session policies or campaigns.

import { isGone, readTool } from "../governance/tools.ts";
import { ownReadBacks } from "../own/actions/read-backs.ts";
import type { EffectOperationId } from "./action.ts";
import type { ReadBack, ReadBacks } from "./define.ts";

const READ_BACK: ReadBacks = {
  deleteMcpTool: {
    by: "getMcpTool",
    async shows(
      { path: { app_id: appId, connector_id: connectorId, id } },
      { governance, until = Infinity },
    ) {
      const tool = await readTool(governance, { appId, connectorId, id });
      return tool === null || (isGone(tool) && !(Date.parse(tool.deletedAt ?? "") > until));
    },
  },
  ...ownReadBacks,
};

export const findReadBack = <Id extends EffectOperationId>(operation: Id): ReadBack<Id> | undefined =>
  READ_BACK[operation];
