// Plans ask the people who are on call in PagerDuty and in a calendar, both read over HTTP.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type SlackStub, slackVariables, startSlack } from "../../vendors/slack.ts";
import { startVendor, type VendorStub } from "../../vendors/stub.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, IRIS, NORA } from "../tickets.ts";

const CAMPAIGN = "test-start-campaign";
let onCall = NORA;
let pagerDuty: VendorStub;
let slack: SlackStub;
/** Gita is on call every day in the calendar. */
const EVENT = `UID:1 DTSTART:20200101T000000Z DURATION:P1D RRULE:FREQ=DAILY ATTENDEE:mailto:${GITA}`;
const CALENDAR = `BEGIN:VCALENDAR BEGIN:VEVENT ${EVENT} END:VEVENT END:VCALENDAR`.replaceAll(" ", "\r\n");
const calendar = createServer((_, response) => response.end(CALENDAR)).unref();

const reeve = RuledReeve.forFile(async (stopped) => {
  pagerDuty = stopped(
    await startVendor(({ path, query, headers }) =>
      path === "/oncalls" &&
      query["schedule_ids[]"] === "P1" &&
      headers["authorization"] === "Token token=a-key"
        ? { status: 200, body: { oncalls: [{ user: { email: onCall } }] } }
        : null,
    ),
  );
  slack = stopped(
    await startSlack({
      users: { U0IRIS0001: { name: "Iris", email: IRIS }, U0NORA0001: { name: "Nora", email: NORA } },
      channels: [],
    }),
  );
  await new Promise<void>((resolve) => calendar.listen(0, "127.0.0.1", resolve));
  const { port } = calendar.address() as AddressInfo;
  return {
    enabled: [CAMPAIGN],
    policy: {
      onCall: { security: { pagerduty: "P1" }, platform: { calendar: "platform" } },
      approvals: [
        {
          when: "always",
          stages: ["security", "platform"].map((rota) => ({ from: [`on-call:${rota}`], otherwise: [IRIS] })),
        },
      ],
    },
    keeps: true,
    bindings: {
      ...slackVariables(slack.url),
      REEVE_URL: "https://reeve.example.com",
      PAGERDUTY_URL: pagerDuty.url,
      PAGERDUTY_API_KEY: "a-key",
      ON_CALL_CALENDARS: `platform=http://127.0.0.1:${port}/private/platform.ics`,
    },
  };
});

/** Sends Ada's ticket whose plan waits for both stages. */
const waiting = () =>
  reeve.planned(CAMPAIGN, { review: "Yearly", reviewOwner: HUGO }, undefined, (webhook) => {
    webhook.user = webhook.issue.fields.reporter;
  });

it("each person on call approves their own stage, and another person can't", async () => {
  const run = await waiting();
  expect(run.stages?.map(({ name }) => name)).toEqual([
    "somebody on call for security",
    "somebody on call for platform",
  ]);
  expect(await reeve.page(`/runs/${run.id}`, NORA)).toContain("on call for security");
  expect(await reeve.approve(run, IRIS)).toMatchObject({
    status: 403,
    body: {
      detail: `You are not asked for this: it is waiting for somebody on call for security (${NORA}).`,
    },
  });
  expect((await reeve.approve(run, NORA)).status).toBe(200);
  // The plan is made again after an approval.
  await reeve.until(
    run.id,
    ({ state, approvals }) => state === "awaiting_approval" && approvals.length === 1,
  );
  expect((await reeve.approve(run, GITA)).status).toBe(200);
  await reeve.until(run.id, ({ state }) => state === "done");
  expect(await reeve.campaigns("Yearly")).toHaveLength(1);
  const granted = (await reeve.audit()).filter(({ type }) => type === "approval.granted");
  expect(granted.map(({ detail }) => detail["onCall"])).toEqual(["security", "platform"]);
});

it("after a change of shift, the new person on call can open and approve the plan, and gets the reminder", async () => {
  const run = await waiting();
  onCall = IRIS;
  // The rota is read again after a minute, or a restart.
  await reeve.restart();
  const open = async (who: string) => {
    const headers = { accept: "text/html", "reeve-operator": who, "reeve-roles": "requester" };
    return (await fetch(new URL(`/runs/${run.id}`, reeve.url), { headers })).text();
  };
  expect(await open(HUGO)).toContain("You don&#39;t have the role for this");
  expect(await open(IRIS)).toMatch(/<button[^>]*>Approve: /);
  expect(await open(NORA)).not.toMatch(/<button[^>]*>Approve: /);
  expect((await reeve.post(`runs/${run.id}/reminder`, {}, ADA)).status).toBe(200);
  expect((await reeve.post(`runs/${run.id}/comments`, { reason: "please" }, ADA)).status).toBe(200);
  const sentTo = (id: string) =>
    slack.messages.filter(
      ({ channel, content }) => channel === id && JSON.stringify(content).includes(run.id),
    );
  await expect.poll(() => sentTo("U0IRIS0001")).toHaveLength(2);
  // The restart can repeat Nora's own card, which names her.
  expect(JSON.stringify(sentTo("U0NORA0001"))).not.toMatch(/please|iris\.vale/);
  expect((await reeve.approve(run, NORA)).status).toBe(403);
  expect((await reeve.approve(run, IRIS)).status).toBe(200);
  onCall = NORA;
});

it("a requester who is on call can't approve, so the fallback's people are asked, with the reason as a warning", async () => {
  onCall = ADA;
  await reeve.restart();
  const run = await waiting();
  expect(run.stages?.[0]?.name).toBe(IRIS);
  expect(run.warnings.join(" ")).toContain(`${ADA} can't approve`);
  expect((await reeve.approve(run, ADA)).status).toBe(403);
  expect((await reeve.approve(run, IRIS)).status).toBe(200);
});

it("while PagerDuty is unavailable, the fallback's people are asked, and the run has a warning with the reason", async () => {
  await reeve.restart();
  pagerDuty.fail(...Array.from({ length: 20 }, () => ({ status: 503 })));
  const run = await waiting();
  expect(run.stages?.map(({ name }) => name)).toEqual([IRIS, "somebody on call for platform"]);
  expect(run.warnings.join(" ")).toContain("Reeve can't read who is on call for security");
});
