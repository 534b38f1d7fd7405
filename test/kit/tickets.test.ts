import { describe, expect, it } from "vitest";
import { retireTool } from "../../src/actions/tool.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { matchAutomations } from "../../src/desk/match.ts";
import { automation } from "../../src/kit/automation.ts";
import type { Settings } from "../../src/kit/settings.ts";
import { approvedTicket, type TicketProjects } from "../../src/kit/tickets.ts";
import type { TicketEvent } from "../../src/systems/event.ts";

const FORM = { form: "Connector owner", status: "Approved" };
const ignore = () => ({ ignore: "nothing" });
const own = (projects?: TicketProjects) =>
  automation({
    name: "own",
    on: ["ticket.created", "ticket.transitioned"],
    when: ({ ticket }) => ticket.status?.to === "Approved" || "It is not approved.",
    ...(projects && { projects }),
    propose: ignore,
  });

const event = (
  change: Partial<TicketEvent["ticket"]> = {},
  type: TicketEvent["type"] = "ticket.transitioned",
) =>
  ({
    type,
    subject: "jira:1",
    ticket: {
      ...{ system: "jira", id: "1", key: "IAM-1", title: "", project: "IAM", requestType: "Connector owner" },
      ...{ status: { from: "Open", to: "Approved" }, fields: {}, ...change },
    },
  }) satisfies TicketEvent;

function match(rule: ReturnType<typeof own>, sent: TicketEvent) {
  const settings: Settings = { ...sample.settings, automations: { [rule.name]: {} } };
  const rules = { automations: new Map([[rule.name, rule]]), settings, policy: { dryRun: [] } };
  const { wanting, declined, withdrawalReasons } = matchAutomations(rules, sent);
  return {
    wanted: wanting.length === 1,
    declined: declined[0]?.reason,
    withdrawal: withdrawalReasons.get(rule.name),
  };
}

describe("a fork's automation for tickets", () => {
  it.for<[string, Partial<TicketEvent["ticket"]>, string]>([
    [
      "another project",
      { project: "PLAY" },
      'settings.ticketProjects does not list the project "PLAY" of jira.',
    ],
    ["an unknown system", { system: "acme" }, "settings.ticketProjects lists no project of acme."],
    [
      "no known project",
      { project: undefined as never },
      "The ticket has no project, and settings.ticketProjects lists only some projects of jira.",
    ],
  ])("declines tickets of %s, although its own check accepts them", async ([, change, reason]) => {
    expect(match(own(), event(change))).toMatchObject({ wanted: false, declined: reason });
    expect(match(own(), event(change, "ticket.created"))).toMatchObject({ declined: reason });
    expect(await own().propose(event(change), { settings: sample.settings } as never)).toEqual({
      ignore: reason,
    });
  });

  it('accepts the tickets of its own projects, or of any project if its `projects` is "any"', () => {
    expect(match(own({ jira: ["PLAY"] }), event({ project: "PLAY" })).wanted).toBe(true);
    expect(match(own({ jira: ["PLAY"] }), event()).wanted).toBe(false);
    expect(match(own("any"), event({ system: "acme" })).wanted).toBe(true);
  });

  it.for<[string, TicketEvent, string | undefined]>([
    [
      "leaves the status that its check accepts",
      event({ status: { from: "Approved", to: "Declined" } }),
      "IAM-1 no longer fits: It is not approved",
    ],
    ["is deleted", event({}, "ticket.deleted"), "IAM-1 was deleted"],
    [
      "moves to a project that the settings do not list",
      event({ project: "PLAY" }, "ticket.updated"),
      "IAM-1 is now in the project “PLAY”",
    ],
    ["still fits", event({}, "ticket.updated"), undefined],
    ["is created", event({ status: { to: "Open" } }, "ticket.created"), undefined],
    ["belongs to a system without projects", event({ system: "acme" }, "ticket.deleted"), undefined],
  ])("determines whether an event withdraws a request: the ticket %s", ([, sent, reason]) => {
    expect(match(own(), sent).withdrawal).toBe(reason);
  });
});

describe("approvedTicket", () => {
  const rule = automation({
    name: "of-form",
    ...approvedTicket(FORM),
    proposes: [retireTool],
    propose: ignore,
  });

  it("accepts approved tickets of its form, and explains why it declines others", () => {
    expect(match(rule, event()).wanted).toBe(true);
    expect(match(rule, event({ status: { to: "Open" } })).declined).toBe(
      'The status is "Open", not "Approved".',
    );
    expect(match(rule, event({ requestType: "Laptop" })).declined).toBe(
      'The form is "Laptop", not "Connector owner".',
    );
    expect(match(rule, event({ project: "PLAY" })).declined).toContain("PLAY");
  });

  it("withdraws the request of a declined ticket, but ignores a ticket that never had its form", () => {
    const declined = { from: "Approved", to: "Declined" };
    expect(match(rule, event({ status: declined })).withdrawal).toBe("IAM-1 is now “Declined”");
    const laptop = event({ requestType: "Laptop", status: { from: "Open", to: "Done" } });
    expect(match(rule, laptop).withdrawal).toBeUndefined();
  });
});
