// Emergencies: a few named people let an action happen at once, and a second person looks at it within a day.
import { lookAtEmergency } from "../actions/by-hand.ts";
import { requestable, requests } from "../actions/index.ts";
import { Problem } from "../base/problem.ts";
import { automation } from "./kit/automation.ts";
import { isEnabled, readSettings, type Settings } from "./settings.ts";

const refuse = (message: string) => new Problem("request_unclear", message);

/** True if somebody may have an action done at once. */
export function mayAskAtOnce(settings: Settings, email: string, action: string): boolean {
  if (!isEnabled(settings, "emergency")) return false;
  const { people, actions: allowed } = readSettings(settings, "emergency");
  return allowed.includes(action) && people.some((one) => one.toLowerCase() === email.toLowerCase());
}

/** Plans what somebody asks for as an emergency. Only Reeve's own forms can: what they sign in as is their name. */
export const emergency = automation({
  name: "emergency",
  does: "Does at once, without an approval, what a few named people ask for in an emergency; a second person then looks at it.",
  on: "request.made",
  actsAtOnce: true,
  reads: Array.from(requests.values()).flatMap(({ reads }) => reads),
  proposes: [...requestable, lookAtEmergency],
  when: ({ request }) => request.emergency === true || "It is not asked for as an emergency.",
  async propose({ subject, request: { action, input, requester, reason } }, context) {
    const { email = "" } = requester ?? {};
    const asked = requests.get(action);
    if (!asked || !mayAskAtOnce(context.settings, email, action))
      throw refuse(`${email || "Whoever asks"} may not have ${action} done as an emergency. Ask without it.`);
    if (!reason) throw refuse("An emergency needs a reason.");
    const open = await context.history.openRun({ automation: "emergency", besides: subject });
    if (open !== null)
      throw refuse(
        `Somebody has to look at the last emergency first (${open}): close its task, then ask again.`,
      );
    const planned = await asked.plan(input, context);
    const { summary: did, target, beneficiaries } = planned;
    return {
      actions: [planned, lookAtEmergency({ did, target, email, reason, beneficiaries: [...beneficiaries] })],
      notice: {
        title: "Emergency",
        summary: `${email} acts without an approval: ${did}`,
        lines: [
          { name: "Reason", detail: reason },
          {
            name: "Somebody else has to look at it within 24 hours",
            detail: "until then there is no other emergency",
          },
        ],
      },
    };
  },
});
