// Carries out actions that a script or a Slack command requests by name.
import { actions, requests } from "../actions/index.ts";
import { Problem } from "../base/problem.ts";
import { automation } from "./kit/automation.ts";

/** Looks up the names in a request, and plans its action. */
export const requestedAction = automation({
  name: "requested-action",
  does: "Does what scripts and people in Slack ask for by name.",
  on: "request.made",
  reads: Array.from(requests.values()).flatMap(({ reads }) => reads),
  proposes: Array.from(actions.values()).filter(({ actionName }) => requests.has(actionName)),
  async propose({ request: { action, input } }, context) {
    const asked = requests.get(action);
    if (!asked) throw new Problem("request_unclear", `There is no action "${action}" to ask for.`);
    return { actions: [await asked.plan(input, context)] };
  },
});
