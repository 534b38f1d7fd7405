// The calls whose effect the API can read back, and how: an answer says that a call was accepted, not that its effect
// shows. Owners, session policies and campaigns can't be read.
import type { ReadOnlyGovernance } from "../governance/client/index.ts";
import type { Operations, ReadOperationId } from "../governance/contract/index.ts";
import type { OperationInput } from "../governance/contract/operation.ts";
import { isGone, readTool } from "../governance/tools.ts";
import type { EffectOperationId } from "./action.ts";

interface ReadBack<Id extends EffectOperationId> {
  readonly by: ReadOperationId;
  /**
   * True once the effect of the call shows. Throws as the client does.
   * @param until Unix milliseconds. An effect that was made again after it does not count: it had not lasted. @default any time
   */
  readonly shows: (
    input: OperationInput<Operations[Id]>,
    governance: ReadOnlyGovernance,
    until?: number,
  ) => Promise<boolean>;
}

const READ_BACK: { readonly [Id in EffectOperationId]?: ReadBack<Id> } = {
  deleteMcpTool: {
    by: "getMcpTool",
    async shows({ path: { app_id: appId, connector_id: connectorId, id } }, governance, until = Infinity) {
      const tool = await readTool(governance, { appId, connectorId, id });
      return tool === null || (isGone(tool) && !(Date.parse(tool.deletedAt ?? "") > until));
    },
  },
};

export const findReadBack = <Id extends EffectOperationId>(operation: Id): ReadBack<Id> | undefined =>
  READ_BACK[operation];
