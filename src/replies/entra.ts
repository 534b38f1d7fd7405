import { Problem } from "../base/problem.ts";
import { isCallbackPath } from "../sources/reading/entra.ts";
import { textAt } from "../sources/reading/member.ts";
import type { Channel, Target } from "./channel.ts";

/**
 * Lifecycle workflows of Microsoft Entra ID, whose task waits to hear how it ended. There is no place for words. Only
 * an event that such a task has sent can be answered.
 * Source: learn.microsoft.com/graph/api/identitygovernance-taskprocessingresult-resume
 */
export const entra: Channel = {
  system: "entra",
  canReach: (target) => callbackOf(target) !== undefined,
  usual: { done: "Completed", notDone: "Failed" },
  async move(client, target, to) {
    const callback = callbackOf(target);
    // A path of a delivery, on the way to a request with our credential: looked at again, since events are kept.
    if (callback === undefined || !isCallbackPath(callback))
      throw new Problem(
        "sender_bad_request",
        `"${callback}" is no path that a lifecycle workflow is resumed at`,
      );
    if (to !== "Completed" && to !== "Failed")
      throw new Problem(
        "sender_bad_request",
        `a lifecycle workflow ends as Completed or Failed, not as "${to}"`,
      );
    await client.call({
      method: "POST",
      path: `/v1.0${callback}`,
      body: { source: "reeve", type: "lifecycleEvent", data: { operationStatus: to } },
    });
  },
};

const callbackOf = ({ fields }: Target): string | undefined => textAt(fields, "callbackUriPath");
