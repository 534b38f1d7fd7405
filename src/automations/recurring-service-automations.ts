// Starts automations of the governance service on a schedule.
import { automation, readSettings, schedule, startServiceAutomation } from "../kit/index.ts";

export const recurringServiceAutomations = automation({
  name: "recurring-service-automations",
  description: "Starts automations of the governance service on a schedule.",
  on: schedule("0 7 1 * *"),
  reads: startServiceAutomation.request.reads,
  proposes: [startServiceAutomation],
  async propose(_, context) {
    const { start } = readSettings(context.settings, "recurring-service-automations");
    const plan = (asked: (typeof start)[number]) => startServiceAutomation.request.plan(asked, context);
    const [first, ...others] = await Promise.all(start.map(plan));
    return first ? { actions: [first, ...others] } : { ignore: "the setting start names no automation" };
  },
});
