// The people on call at PagerDuty and Opsgenie are asked, but never the requester or an affected user.
import { expect, it } from "vitest";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, IRIS, NORA } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
/** The people on call at PagerDuty, by schedule. Another schedule causes an error. */
const SHIFTS: Readonly<Record<string, readonly string[]>> = { PNORA: [NORA], PADA: [ADA], PHUGO: [HUGO] };
const stage = (rota: string, otherwise: string) => ({ from: [`on-call:${rota}`], otherwise: [otherwise] });

let pagerduty: VendorStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  pagerduty = stopped(
    await startVendor(({ path, query, headers }) => {
      if (headers["authorization"] !== "Token token=a-pagerduty-key") return { status: 401 };
      if (path !== "/oncalls" || query["include[]"] !== "users") return { status: 400 };
      const people = SHIFTS[query["schedule_ids[]"] ?? ""];
      const oncalls = people?.map((email) => ({
        user: { type: "user", id: "PUSER1", email },
        escalation_level: 1,
      }));
      return people ? { status: 200, body: { oncalls, more: false } } : { status: 500 };
    }),
  );
  const opsgenie = stopped(
    await startVendor(({ path, query, headers }) => {
      if (headers["authorization"] !== "GenieKey an-opsgenie-key") return { status: 401 };
      if (path !== "/v2/schedules/team-1/on-calls" || query["flat"] !== "true") return { status: 422 };
      return { status: 200, body: { data: { _parent: { id: "team-1" }, onCallRecipients: [IRIS] } } };
    }),
  );
  return {
    enabled: [CAMPAIGN],
    policy: {
      onCall: {
        nora: { pagerduty: "PNORA" },
        ada: { pagerduty: "PADA" },
        hugo: { pagerduty: "PHUGO" },
        iris: { opsgenie: "team-1" },
        gone: { pagerduty: "PGONE" },
      },
      approvals: [
        {
          when: "always",
          stages: [
            stage("nora", GITA),
            stage("iris", GITA),
            // Ada requests the plan, and Hugo owns the campaign.
            stage("ada", "cleo.hart@example.com"),
            stage("hugo", "dana.reed@example.com"),
            stage("gone", "farid.stone@example.com"),
          ],
        },
      ],
    },
    bindings: {
      ...{ PAGERDUTY_URL: pagerduty.url, PAGERDUTY_API_KEY: "a-pagerduty-key" },
      ...{ OPSGENIE_URL: opsgenie.url, OPSGENIE_API_KEY: "an-opsgenie-key" },
    },
  };
});

it("a plan asks the people on call, and fallbacks in place of the requester, an affected user and an unreadable rota", async () => {
  const event = await reeve.send({ review: "Yearly", reviewOwner: HUGO });
  const run = await reeve.runOf(event, CAMPAIGN, "awaiting_approval");
  expect(run.stages?.map(({ name, people }) => [name, people.map(({ emails }) => emails[0])])).toEqual([
    ["somebody on call for nora", [NORA]],
    ["somebody on call for iris", [IRIS]],
    ["cleo.hart@example.com", ["cleo.hart@example.com"]],
    ["dana.reed@example.com", ["dana.reed@example.com"]],
    ["farid.stone@example.com", ["farid.stone@example.com"]],
  ]);
  expect(run.warnings.join(" ")).toMatch(
    /ada.marsh@example.com can't approve: they asked for this.*hugo.pike@example.com can't approve: this is about them.*Reeve can't read who is on call for gone: Reeve could not reach another system/,
  );
  const page = await reeve.page(`/runs/${run.id}`, NORA);
  expect(page).toContain(`somebody on call for nora (${NORA})`);
  expect(page).toContain("Reeve can&#39;t read who is on call for gone");
  expect((await reeve.approve(run, HUGO)).status).toBe(403);
  expect((await reeve.approve(run, NORA)).status).toBe(200);
  await reeve.until(run.id, ({ approvals }) => approvals.length === 1);
  expect(pagerduty.asked.filter(({ query }) => query["schedule_ids[]"] === "PNORA")).toHaveLength(1);
});
