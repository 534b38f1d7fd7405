// The embedded tenant's handler for offboardUser.
import type { Handler } from "../../sandbox/tenant/kit.ts";

/** Creates a task. */
export const offboardUser: Handler<"offboardUser"> = () => ({
  taskView: { task: { id: crypto.randomUUID(), state: "TASK_STATE_OPEN" } },
});
