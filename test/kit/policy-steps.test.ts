import { describe, expect, it } from "vitest";
import { automations } from "../../src/automations/index.ts";
import { policyStepByTicket } from "../../src/automations/policy-step-by-ticket.ts";
import { provisionByTicket } from "../../src/automations/provision-by-ticket.ts";
import { type Context, noHistory } from "../../src/kit/automation.ts";
import { Settings } from "../../src/kit/settings.ts";
import type { AskEvent, Event } from "../../src/systems/event.ts";
import { makeContext } from "../automations/support/context.ts";
import { tenantAt } from "../governance/tenant.ts";

const NOW = Date.parse("2099-04-01T08:00:00Z");
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ada = { id: "usr_ada_marsh", name: "Ada Marsh", email: "ada.marsh@example.com" };
const nora = { name: "Nora Field", email: "nora.field@example.com" };

const governance = (await tenantAt("policy-steps.example.com")).client();

const ask = (change: Partial<AskEvent["ask"]> = {}): AskEvent => ({
  type: "policy-step.asked",
  subject: "conductorone:task_1",
  ask: {
    callback: "sealed",
    webhook: "wh_1",
    key: "4711",
    title: "GitHub admin in GitHub for Ada Marsh",
    texts: ["See IAM-42."],
    person: ada,
    requester: ada,
    app: { id: "app_github", name: "GitHub" },
    entitlement: { id: "ent_github_admin", name: "GitHub admin" },
    grantSeconds: 7 * 24 * 3_600,
    ...change,
  },
});

/** Returns an automation's proposal with these settings, some time after the request. */
async function propose(
  name: string,
  own: object,
  event: Event,
  known: readonly Event[],
  after = 0,
  history: Partial<Context["history"]> = {},
) {
  const { settings } = makeContext(governance);
  const automation = automations.get(name);
  if (!automation) throw new Error(`there is no automation ${name}`);
  const context: Context = makeContext(governance, {
    now: NOW + after,
    since: NOW,
    history: { ...noHistory, known: async () => known, ...history },
    settings: Settings.parse({ ...settings, automations: { [name]: own } }),
  });
  const proposal = await automation.propose(event, context);
  if (!("actions" in proposal)) return proposal;
  const [{ action, input }] = proposal.actions;
  const { comment, to, until } = input as { comment: string; to?: { id: string }[]; until: string };
  return {
    action,
    comment,
    until,
    approvalReasons: proposal.approvalReasons ?? [],
    to: to?.map(({ id }) => id),
  };
}

describe("a step decided by its ticket", () => {
  const own = { status: "Approved", waitsIn: ["Waiting"] };
  const ticket = (status: string, change: object = {}, actor: object = nora): Event => ({
    type: "ticket.transitioned",
    subject: "jira:1",
    occurredAt: "2099-04-01T07:00:00Z",
    actor,
    ticket: {
      system: "jira",
      id: "1",
      key: "IAM-42",
      project: "IAM",
      title: "Admin of GitHub for a release",
      status: { to: status },
      fields: { customfield_10061: ada.email },
      ...change,
    },
  });
  const byTicket = (known: readonly Event[], event = ask(), after = 0) =>
    propose("policy-step-by-ticket", own, event, known, after);

  it("is approved if somebody other than the requester approved the ticket, which names the person and the app", async () => {
    const approved = {
      action: "policy-step.approve",
      approvalReasons: [],
      comment: "IAM-42 is “Approved”, and names the person and the access.",
      until: new Date(NOW + 8 * DAY_MS - 12 * HOUR_MS).toISOString(),
    };
    expect(await byTicket([ticket("Approved")])).toMatchObject(approved);
    // A later comment does not change the approver.
    const comment = {
      ...ticket("Approved", {}, ada),
      type: "ticket.commented",
      occurredAt: "2099-04-01T07:30:00Z",
    };
    expect(await byTicket([comment as Event, ticket("Approved")])).toMatchObject(approved);
  });

  it.each<[string, readonly Event[], AskEvent, string]>([
    ["names no ticket", [], ask({ texts: ["please"] }), "The request names no ticket."],
    ["names two tickets", [], ask({ texts: ["IAM-42, IAM-43"] }), "several tickets: IAM-42, IAM-43."],
    ["names an unknown ticket", [], ask(), "No ticketing system has reported IAM-42"],
    ["has a declined ticket", [ticket("Declined")], ask(), "The status of IAM-42 is “Declined”."],
    [
      "has a ticket for another person",
      [ticket("Approved", { fields: { user: nora.email } })],
      ask(),
      "does not name Ada Marsh.",
    ],
    [
      "has a ticket for a longer address",
      [ticket("Approved", { fields: { user: `x.${ada.email}` } })],
      ask(),
      "Ada Marsh.",
    ],
    [
      "has a ticket for another app",
      [ticket("Approved", { title: "Admin of GitHubber" })],
      ask(),
      "does not name GitHub.",
    ],
    [
      "has a ticket of another project",
      [ticket("Approved", { project: "FUN" })],
      ask(),
      "IAM-42 does not count.",
    ],
    [
      "has a ticket that was deleted",
      [{ ...ticket("Approved"), type: "ticket.deleted" } as Event],
      ask(),
      "reported IAM-42",
    ],
  ])("is denied if the request %s", async (_, known, event, reason) => {
    expect(await byTicket(known, event, 60_000)).toMatchObject({
      action: "policy-step.deny",
      comment: expect.stringContaining(reason),
    });
  });

  it("is not denied before the ticket's own event can be recorded", async () => {
    for (const known of [[], [ticket("Declined")]])
      expect(await byTicket(known)).toMatchObject({ waitUntil: NOW + 60_000 });
  });

  it.each([
    ["the requester", ada],
    ["an unknown person", {}],
  ])("needs an approval if %s approved the ticket", async (_, actor) => {
    expect(await byTicket([ticket("Approved", {}, actor)])).toMatchObject({
      action: "policy-step.approve",
      approvalReasons: [expect.stringContaining("nobody but the requester or")],
    });
  });

  it("receives the default answer from its deadline on, even if its ticket is approved", async () => {
    const waits = [ticket("Waiting")];
    expect(await byTicket(waits)).toMatchObject({ waitUntil: NOW + HOUR_MS });
    const late = 8 * DAY_MS - 12 * HOUR_MS;
    expect(await byTicket(waits, ask(), late - 1)).toMatchObject({ waitUntil: NOW + late });
    // From the deadline on, even an approved ticket gets the default answer.
    for (const [atDeadline, expected] of [
      ["nothing", { ignore: expect.stringContaining("There was no decision by 8 Apr 2099") }],
      ["deny", { action: "policy-step.deny", until: new Date(NOW + 8 * DAY_MS).toISOString() }],
      [{ reassignTo: [nora.email] }, { action: "policy-step.reassign", to: ["usr_nora_field"] }],
    ] as const)
      expect(
        await propose("policy-step-by-ticket", { ...own, atDeadline }, ask(), [ticket("Approved")], late),
      ).toMatchObject(expected);
    expect(await byTicket([ticket("Approved")], ask(), 8 * DAY_MS)).toMatchObject({
      ignore: expect.stringContaining("closed"),
    });
  });

  it("is ignored by an automation that is configured for another webhook", () => {
    const settings = Settings.parse({
      ...makeContext(governance).settings,
      automations: { "policy-step-by-ticket": { ...own, webhooks: ["wh_2"] } },
    });
    expect(policyStepByTicket.when(ask(), settings)).toContain("wh_1");
    expect(policyStepByTicket.when(ask({ webhook: "wh_2" }), settings)).toBe(true);
  });
});

describe("a provisioning step decided by its ticket", () => {
  const own = {
    ticket: { system: "jira", project: "IAM" },
    completeIn: "Done",
    errorIn: ["Declined"],
    atDeadline: "error",
  };
  const event = { ...ask(), type: "provision-step.asked" } as AskEvent;
  const late = 8 * DAY_MS - 12 * HOUR_MS;
  const created = async () => [{ ticket: "jira:1", event, since: NOW }];
  const byTicket = (after: number, history: Partial<Context["history"]> = {}, of: Event = event) =>
    propose(provisionByTicket.name, own, of, [], after, history);

  it("receives the default answer at the deadline, unless its ticket has already answered the request", async () => {
    const waits = {
      waitUntil: NOW + late,
      notice: { ticket: { system: "jira", project: "IAM", fields: {} } },
    };
    expect(await byTicket(0)).toMatchObject(waits);
    expect(await byTicket(late, { created })).toMatchObject({ action: "provision.error" });
    expect(await byTicket(late, { created, hasCalled: async () => true })).toMatchObject({
      ignore: "the request was already answered through the ticket jira:1",
    });
  });

  it("is completed if its ticket is resolved before the deadline, and receives the default answer afterwards", async () => {
    const fields = { labels: ["access", "reeve-evt_1"] };
    const done = { system: "jira", id: "1", key: "IAM-42", title: "", status: { to: "Done" }, fields };
    const moved: Event = { type: "ticket.transitioned", subject: "jira:1", ticket: done };
    expect(await byTicket(late - 1, { created }, moved)).toMatchObject({ action: "provision.complete" });
    expect(await byTicket(late, { created }, moved)).toMatchObject({ action: "provision.error" });
    const settings = Settings.parse({
      ...makeContext(governance).settings,
      automations: { [provisionByTicket.name]: own },
    });
    expect(provisionByTicket.when(moved, settings)).toBe(true);
    for (const change of [{ status: { to: "Open" } }, { fields: {} }, { system: "zendesk" }])
      expect(provisionByTicket.when({ ...moved, ticket: { ...done, ...change } }, settings)).not.toBe(true);
    const withdraw = (change: object) =>
      provisionByTicket.withdrawn?.({ ...moved, ticket: { ...done, ...change } }, settings);
    expect(withdraw({ status: { to: "Open" } })).toBe("IAM-42 is “Open” again");
    expect([{}, { fields: {}, status: { to: "Open" } }].map(withdraw)).toEqual([null, null]);
  });
});

describe("a step decided by the HR system", () => {
  const own = { inOrder: "approve" };
  const worker = (type: string, change: object = {}): Event =>
    ({
      type,
      subject: "workday:1",
      worker: { system: "workday", id: "1", email: ada.email, manager: nora, fields: {}, ...change },
    }) as Event;
  const byHr = (known: readonly Event[], event = ask(), settings: object = own) =>
    propose("policy-step-by-hr", settings, event, known);

  it.each<[string, Event, string]>([
    ["has left", worker("worker.terminated", { lastDay: "2099-03-01" }), "Ada Marsh left on"],
    ["has left at an unknown time", worker("worker.terminated"), "Ada Marsh has left"],
    [
      "leaves before the grant ends",
      worker("worker.changed", { lastDay: "2099-04-05" }),
      "before the grant ends",
    ],
  ])("is denied for a person who %s", async (_, known, reason) => {
    expect(await byHr([known])).toMatchObject({
      action: "policy-step.deny",
      comment: expect.stringContaining(reason),
    });
  });

  it("is denied for a leaver if the grant has no end", async () => {
    const { grantSeconds: _, ...endless } = ask().ask;
    const leaves = worker("worker.terminated", { lastDay: "2099-12-31" });
    expect(await byHr([leaves], { ...ask(), ask: endless })).toMatchObject({ action: "policy-step.deny" });
    expect(await byHr([leaves])).toMatchObject({ action: "policy-step.approve" });
  });

  it("is reassigned to the manager in the HR record if the service names another manager", async () => {
    const moved = worker("worker.changed", { manager: { email: "hugo.pike@example.com" } });
    expect(await byHr([moved])).toMatchObject({ action: "policy-step.reassign", to: ["usr_hugo_pike"] });
  });

  it("is answered as configured if the HR record agrees with the service, and denied if HR records disagree or are missing", async () => {
    const works = worker("worker.hired");
    expect(await byHr([works])).toMatchObject({ action: "policy-step.approve" });
    const ended = { ...worker("worker.terminated"), subject: "workday:2" };
    expect(await byHr([ended, works])).toMatchObject({
      action: "policy-step.deny",
      comment: expect.stringContaining("Ada Marsh, and only some of them have ended or end before"),
    });
    const elsewhere = { ...worker("worker.hired", { system: "entra" }), subject: "entra:1" };
    expect(await byHr([ended, elsewhere])).toMatchObject({ action: "policy-step.deny" });
    const other = worker("worker.hired", { manager: { email: "nora@partners.example.com" } });
    expect(await byHr([other])).toMatchObject({ action: "policy-step.approve" });
    expect(await byHr([works], ask(), { inOrder: { reassignTo: [nora.email] } })).toMatchObject({
      action: "policy-step.reassign",
    });
    expect(await byHr([])).toMatchObject({
      action: "policy-step.deny",
      comment: "No HR system has reported Ada Marsh to Reeve.",
    });
  });
});
