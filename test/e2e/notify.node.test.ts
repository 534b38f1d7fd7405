// A company without Slack and Teams hears of everything by one signed webhook.
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type ReceiverStub, startReceiver } from "../vendors/receiver.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { GITA, HUGO, NORA } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
let receiver: ReceiverStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  receiver = stopped(await startReceiver());
  return {
    enabled: [CAMPAIGN],
    policy: { approvals: [{ when: "always", stages: [{ from: [NORA] }] }] },
    bindings: {
      // A receiver that still has the old secret.
      NOTIFY_WEBHOOK_URL: receiver.url,
      NOTIFY_WEBHOOK_SECRET: `whsec_${btoa("a newer secret of 32 characters.")},${receiver.secret}`,
      REEVE_URL: "https://reeve.example.com",
    },
  };
});

const typesOf = (run: string): unknown[] =>
  [...receiver.messages].flatMap(([id, { type }]) => (id.startsWith(run) ? [type] : []));

it("each notice comes once, though the answer to the first is lost, and says for whom it is", async () => {
  receiver.fail("lost after", { status: 503 });
  const event = await reeve.send({ review: "Quarterly", reviewOwner: HUGO });
  const run = await reeve.runOf(event, CAMPAIGN, "awaiting_approval");
  await until("the notice", () => typesOf(run.id).length > 0 && receiver.repeats() > 0);
  const [message] = receiver.messages.values();
  expect(message).toMatchObject({
    type: "reeve.awaiting_approval",
    data: {
      title: expect.stringMatching(/^Approval needed: /),
      to: [NORA],
      link: `https://reeve.example.com/runs/${run.id}`,
      run: { id: run.id, automation: CAMPAIGN, state: "awaiting_approval" },
    },
  });
  await reeve.approve(run, NORA);
  await until("the end", () => typesOf(run.id).includes("reeve.done"));
  expect(typesOf(run.id)).toEqual(["reeve.awaiting_approval", "reeve.done"]);
});

it("a run that fails is told, and a test notice comes when somebody presses the button", async () => {
  const event = await reeve.send({ review: "Yearly", reviewOwner: "nobody@example.com" });
  const run = await reeve.runOf(event, CAMPAIGN, "failed");
  await until("the notice", () => typesOf(run.id).includes("reeve.failed"));
  expect(await reeve.page("/settings")).toContain("Notices go to the webhook.");
  const answer = await reeve.submit("/settings", "/settings/notices", {}, GITA);
  expect(answer.headers.get("location")).toBe("/settings?done=notices#notices");
  await until("the test notice", () =>
    [...receiver.messages.values()].some(
      ({ type, data }) => type === "reeve.notice" && JSON.stringify(data).includes(GITA),
    ),
  );
});
