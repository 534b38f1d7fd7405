// The embedded tenant's handler for revokeAccess.
import type { Handler } from "../../sandbox/tenant/kit.ts";

/** Creates a task. */
export const revokeAccess: Handler<"revokeAccess"> = () => ({
  taskView: { task: { id: crypto.randomUUID(), state: "TASK_STATE_OPEN" } },
});
