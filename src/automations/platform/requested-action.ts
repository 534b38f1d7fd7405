// Carries out actions that people, scripts and agents request by name, and undoes applied actions.
import { undoByHand } from "../../actions/by-hand.ts";
import { requestable, requests, UNDO, Undone, undoing } from "../../actions/index.ts";
import { Problem } from "../../base/problem.ts";
import { automation } from "../../kit/automation.ts";

export const requestedAction = automation({
  name: "requested-action",
  description: "Carries out and undoes actions that people, scripts and agents request by name.",
  on: "request.made",
  reads: Array.from(requests.values()).flatMap(({ reads }) => reads),
  proposes: [...requestable, undoByHand],
  async propose({ request: { action, input } }, context) {
    if (action === UNDO) {
      // Take the ids of the objects from the ledger, never from the requester.
      const { run, steps } = Undone.parse(input);
      const applied = await context.history.applied(run, steps);
      const [first, ...others] = (applied ?? []).flatMap((one) => undoing(one) ?? []);
      if (first && others.length === steps.length - 1) return { actions: [first, ...others] };
      const places = steps.map((step) => step + 1).join(", ");
      throw new Problem(
        "request_unclear",
        `Actions ${places} of ${run} are not recorded as applied, or can't be read.`,
      );
    }
    const asked = requests.get(action);
    if (!asked) throw new Problem("request_unclear", `There is no action "${action}" to request.`);
    return { actions: [await asked.plan(input, context)] };
  },
});
