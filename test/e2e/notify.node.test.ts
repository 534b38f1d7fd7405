// A company without Slack and Teams gets every notice by one signed webhook.
import { expect, it } from "vitest";
import { addDays, toIsoDay } from "../../src/base/days.ts";
import { connectorOwner } from "../automations/owned.ts";
import { until } from "../support/until.ts";
import { type ReceiverStub, startReceiver } from "../vendors/receiver.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
let receiver: ReceiverStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  receiver = stopped(await startReceiver());
  return {
    enabled: [CAMPAIGN, "last-days", "last-day-tasks"],
    policy: { approvals: [{ when: "always", stages: [{ from: [NORA] }] }] },
    bindings: {
      // The receiver still has the old secret.
      NOTIFY_WEBHOOK_URL: receiver.url,
      NOTIFY_WEBHOOK_SECRET: `whsec_${btoa("a newer secret of 32 characters.")},${receiver.secret}`,
      REEVE_URL: "https://reeve.example.com",
    },
  };
});

const typesOf = (run: string): unknown[] =>
  [...receiver.messages].flatMap(([id, { type }]) => (id.startsWith(run) ? [type] : []));

it("a notice names its recipients, and is repeated with the same id if its response is lost", async () => {
  receiver.fail("lost after", { status: 503 });
  const run = await reeve.planned(CAMPAIGN, { review: "Quarterly", reviewOwner: HUGO });
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

it("operators get one notice about several people, and each person gets one about only their own access", async () => {
  const lastDay = addDays(toIsoDay(Date.now(), "Europe/Berlin"), 5);
  const owners = [
    { id: "usr_ada_marsh", name: "Ada Marsh" },
    { id: "usr_hugo_pike", name: "Hugo Pike" },
  ];
  const entries = owners.map((user) => ({
    kind: "ownership" as const,
    data: connectorOwner({ user, until: lastDay }),
  }));
  await reeve.addEntries(...entries);
  const { id } = await reeve.runOf(await reeve.due("last-days"), "last-days", "done");
  await until("three notices", () => typesOf(id).length === 3);
  const sent = [...receiver.messages].flatMap(([key, { data }]) =>
    key.startsWith(id) ? [Object(data)] : [],
  );
  const lines = owners.map(({ name }) =>
    expect.stringContaining(`${name}, owner of the connector GitHub MCP`),
  );
  const page = `https://reeve.example.com/runs/${id}`;
  expect(sent).toMatchObject([
    { to: [], link: page, text: [expect.stringMatching(/: 2 announced now/), ...lines] },
    { to: [ADA], link: null, text: [lines[0]] },
    { to: [HUGO], link: null, text: [lines[1]] },
  ]);
});

it("operators are notified of a failed run, and get a test notice when a person requests one in the console", async () => {
  const event = await reeve.send({ review: "Yearly", reviewOwner: "nobody@example.com" });
  const run = await reeve.runOf(event, CAMPAIGN, "failed");
  await until("the notice", () => typesOf(run.id).includes("reeve.failed"));
  expect(await reeve.page("/settings")).toContain("Notices go to the webhook.");
  const answer = await reeve.submit("/settings", "/settings/notices", {}, GITA);
  expect(answer.headers.get("location")).toBe("/settings?done=tryNotices#notices");
  await until("the test notice", () =>
    [...receiver.messages.values()].some(
      ({ type, data }) => type === "reeve.notice" && JSON.stringify(data).includes(GITA),
    ),
  );
});

it("similar plans after the first five share one message, and so do the cancelled runs of a batch", async () => {
  const titles = (type: string, automation = CAMPAIGN) =>
    [...receiver.messages.values()].flatMap(({ type: is, data }) =>
      is === type && JSON.stringify(data).includes(automation) ? [String(Object(data).title)] : [],
    );
  const before = titles("reeve.awaiting_approval").length;
  const joined = () =>
    [...receiver.messages.values()].map(({ data }) => Object(data)).filter(({ run }) => run === null);
  const others = joined().length;
  const flood = Array.from({ length: 25 }, (_, n) => ({ review: `Flood ${n}`, reviewOwner: HUGO }));
  await Promise.all(flood.map((review) => reeve.planned(CAMPAIGN, review)));
  await until("the joined message", () => joined().length > others);
  const single = titles("reeve.awaiting_approval").length - before;
  expect(single).toBeLessThanOrEqual(5);
  expect(joined().at(-1)).toMatchObject({
    title: `Approval needed: ${25 - single} more runs of ${CAMPAIGN}`,
    text: [
      expect.stringMatching(/^2\d messages .* They come from Jira\. Runs of .*: none in the seven days/),
    ],
    link: expect.stringMatching(
      /^https:\/\/reeve\.example\.com\/runs\?automation=.*awaiting_approval&since=\d+$/,
    ),
  });

  await reeve.decideAll(
    "cancelled",
    { automation: CAMPAIGN, state: "awaiting_approval" },
    HUGO,
    "a wrong import",
  );
  await until("the message of the batch", () => joined().length > others + 1);
  expect(joined().at(-1)).toMatchObject({
    title: `25 runs of ${CAMPAIGN}: cancelled`,
    text: [expect.stringContaining(`The runs were decided in a batch by ${HUGO}: a wrong import`)],
    link: expect.stringContaining("/batches/"),
  });
  expect(titles("reeve.cancelled")).toEqual([]);

  await reeve.minute();
  await until("the alarm", () => joined().some(({ title }) => title === "Mass change"));
  expect(await reeve.page("/")).toContain(`${CAMPAIGN} has begun`);
});

it("a sender whose last deliveries were rejected is shown on the overview, in the metrics, and in one notice", async () => {
  const forged = (n: number) =>
    fetch(new URL("/hooks/jira", reeve.url), {
      method: "POST",
      body: "{}",
      headers: {
        "x-hub-signature": `sha256=${"0".repeat(64)}`,
        "x-atlassian-webhook-identifier": `forged ${n}`,
      },
    });
  for (let n = 0; n < 4; n++) expect((await forged(n)).status).toBe(401);
  const words = "The last 4 deliveries to Jira&#39;s address were refused";
  await until("the overview", async () => (await reeve.page("/")).includes(words));
  const metrics = await (await fetch(new URL("/metrics", reeve.url))).text();
  expect(metrics).toMatch(/reeve_deliveries_refused_last_week\{source="jira",check="\w+"\} 4\n/);
  const notices = () =>
    [...receiver.messages.values()].filter(({ data }) => Object(data).title === "Deliveries fail");
  await reeve.minute();
  await until("the notice", () => notices().length > 0);
  await reeve.minute();
  expect(notices()).toMatchObject([
    {
      data: {
        link: "https://reeve.example.com/sources/jira",
        text: [expect.stringContaining("check the secret")],
      },
    },
  ]);
  await reeve.send({ review: "As before", reviewOwner: HUGO });
  await until("the end of it", async () => !(await reeve.page("/")).includes(words));
});
