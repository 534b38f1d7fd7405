// The calls whose effect the API can read back, and how: an answer says that a call was accepted, not that its effect
// shows. Of the 12 operations none reads owners, session policies or campaigns.

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
