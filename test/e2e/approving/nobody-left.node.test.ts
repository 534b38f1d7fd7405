// Tests that a waiting plan whose approvers have left fails at the next reminder, instead of waiting until it expires.
import { expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { until } from "../../support/until.ts";
import { type ReceiverStub, startReceiver } from "../../vendors/receiver.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { HUGO, NORA } from "../tickets.ts";

const CAMPAIGN = "test-start-campaign";
let receiver: ReceiverStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  receiver = stopped(await startReceiver());
  return {
    enabled: [CAMPAIGN],
    policy: {
      approvals: [{ when: "always", stages: [{ from: [NORA, HUGO] }] }],
      approvalExpiresAfterHours: 1,
      // Reminders are due three and six seconds after a plan begins to wait.
      remindHoursBeforeExpiry: [1 - 3 / 3_600, 1 - 6 / 3_600],
    },
    bindings: { NOTIFY_WEBHOOK_URL: receiver.url, NOTIFY_WEBHOOK_SECRET: receiver.secret },
  };
});

it("a run whose approvers have left fails at the next reminder without acting, and notifies operators", async () => {
  const run = await reeve.planned(CAMPAIGN, { review: "Leaving", reviewOwner: "iris.vale@example.com" });
  const leave = (id: string) => control(reeve.tenant, "POST", "users", { user: { id }, status: "DISABLED" });
  await leave("usr_hugo_pike");
  await reeve.until(run.id, ({ remindAt }) => remindAt?.length === 1);
  await leave("usr_nora_field");
  const failed = await reeve.until(run.id, ({ state }) => state === "failed");
  expect(failed.problem).toMatchObject({
    code: "nobody_can_approve",
    message: `the plan is waiting for ${NORA} or ${HUGO}, and too few of the people who can approve it are left.`,
  });
  await until("the notice", () =>
    [...receiver.messages.values()].some(({ type }) => type === "reeve.failed"),
  );
  expect(await reeve.campaigns("Leaving")).toEqual([]);
});
