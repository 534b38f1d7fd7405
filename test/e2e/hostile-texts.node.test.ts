import { expect, it } from "vitest";
import { withUnseenNamed } from "../../src/base/text.ts";
import type { Run } from "../../src/runs/run.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";
import { sampleOf } from "../support/sweep.ts";
import { type SlackStub, slackVariables, startSlack } from "../vendors/slack.ts";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { startTeams, type TeamsStub } from "../vendors/teams.ts";
import { jira, jiraVariables, toldByReeve } from "../vendors/tickets.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { NORA } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
let vendor: VendorStub;
let slack: SlackStub;
let teams: TeamsStub;
const reeve = RuledReeve.forFile(async (stopped) => {
  vendor = stopped(await startVendor(jira));
  slack = stopped(await startSlack());
  teams = stopped(await startTeams());
  return {
    enabled: [CAMPAIGN],
    policy: { approvals: [{ when: "always" }] },
    replies: { jira: {} },
    slack: { approvalsChannel: "C0APPROVE1", noticesChannel: "C0OPERATE1" },
    bindings: {
      ...jiraVariables(vendor.url),
      ...slackVariables(slack.url),
      TEAMS_WEBHOOK_URL: teams.webhook,
      REEVE_URL: "https://reeve.example.com",
    },
  };
});

let issues = 40_000;
/** Sends a ticket that requests a review with this name, by a person with this name. @returns its issue and its run */
async function ticket(text: string): Promise<{ readonly issue: string; readonly run: Run }> {
  const issue = String(++issues);
  const event = await reeve.send({ review: text, description: text }, issue, (webhook) => {
    webhook.issue.fields.summary = text;
    webhook.issue.fields.reporter.displayName = text;
    webhook.user.displayName = text;
  });
  return { issue, run: await reeve.runOf(event, CAMPAIGN, "awaiting_approval", "ignored", "failed") };
}

/** Denies a plan as Nora with this reason, or with another if it is invalid. @returns the reply on its ticket */
async function rejected(run: Run, issue: string, reason: string): Promise<string> {
  const decision = { decision: "rejected", hash: run.plan?.hash };
  const { status } = await reeve.decide(run, { ...decision, reason }, NORA);
  expect([200, 400]).toContain(status);
  if (status === 400) await reeve.decide(run, { ...decision, reason: "not this one" }, NORA);
  expect(await reeve.replied(run)).toMatchObject({ type: "reply.sent" });
  return toldByReeve(vendor, issue)[0] ?? "";
}

/** Opens the approvals page and the pages of these runs like a browser. */
async function open(runs: readonly Run[]): Promise<void> {
  const paths = runs.flatMap(({ id }) => [`/approvals?run=${id}`, `/runs/${id}`]);
  await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(new URL(path, reeve.url), { headers: { accept: "text/html" } });
      expect([response.status, path]).toEqual([200, path]);
      expect(await response.text()).not.toContain("could not be shown");
    }),
  );
}

const TEXTS = sampleOf(Object.values(HOSTILE_TEXTS), 8);
const GROUPS = Array.from({ length: Math.ceil(TEXTS.length / 8) }, (_, n) => TEXTS.slice(8 * n, 8 * n + 8));

it.for(GROUPS)("signed tickets with hostile texts break no page, message or reply (%#)", async (group) => {
  const made = await Promise.all(group.map(async (text) => ({ text, ...(await ticket(text)) })));
  const runs = made.map(({ run }) => run);
  await open(runs);
  const waiting = made.filter(({ run }) => run.state === "awaiting_approval");
  const told = await Promise.all(waiting.map(({ run, issue, text }) => rejected(run, issue, text)));
  for (const one of told) {
    expect(one).toMatch(/^This was not approved by nora\.field@example\.com: \S/);
    expect(withUnseenNamed(one)).toBe(one);
  }
  await open(runs);
});

it("Slack and Teams receive every plan in a format that they accept", () => {
  expect(slack.messages.length).toBeGreaterThan(4);
  expect(teams.cards.length).toBeGreaterThan(4);
  expect([...slack.broken, ...teams.broken]).toEqual([]);
});
