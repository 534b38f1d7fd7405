// The embedded tenant's handler for grantAccess.
import type { Handler } from "../../sandbox/tenant/kit.ts";

/** Creates a task. */
export const grantAccess: Handler<"grantAccess"> = () => ({
  taskView: { task: { id: crypto.randomUUID(), state: "TASK_STATE_OPEN" } },
});
