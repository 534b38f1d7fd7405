import { describe, expect, it } from "vitest";
import { findLearned, type HeadlineParts, makeHeadline, withLearned } from "../../src/runs/headline.ts";
import { entrances } from "../../src/systems/index.ts";
import { titleSource } from "../../src/systems/reply/replies.ts";

const HUGO = { name: "Hugo Pike", email: "hugo.pike@example.com" };

describe("the headline of an event", () => {
  it.for<[what: string, source: string, event: HeadlineParts, title: string]>([
    ["names a ticket by its title", "jira", { ticket: { key: "IAM-42", title: "An owner" } }, "An owner"],
    ["names a ticket without a title by its key", "jira", { ticket: { key: "IAM-42", title: "" } }, "IAM-42"],
    [
      "names a leaver with the day",
      "workday",
      { type: "worker.terminated", worker: { name: "Ada Marsh", lastDay: "2026-12-20" } },
      "Ada Marsh leaves on 20 December 2026",
    ],
    [
      "names a leaver with the time if the last day is sent with a time",
      "merge",
      { type: "worker.terminated", worker: { name: "Ada Marsh", lastDay: "2026-12-20T23:00:00.000Z" } },
      "Ada Marsh leaves on 20 Dec 2026, 23:00 UTC",
    ],
    [
      "lists the changes of a worker",
      "bamboohr",
      { type: "worker.changed", changed: ["department", "jobTitle"], worker: { email: HUGO.email } },
      "hugo.pike@example.com: department, job title changed",
    ],
    [
      "replaces the missing name of a worker",
      "hibob",
      { type: "worker.hired", worker: {} },
      "Somebody in HiBob joins",
    ],
    [
      "quotes a command as it was typed",
      "slack",
      { request: { action: "tool.retire", typed: "/reeve tool retire Delete branch" } },
      "/reeve tool retire Delete branch",
    ],
    [
      "names the action of a script's request",
      "actions",
      { request: { action: "tool.retire" } },
      "tool.retire",
    ],
    [
      "names the automation of a schedule",
      "schedule",
      { type: "schedule.due", schedule: { automation: "stale-tools" } },
      "Scheduled: stale-tools",
    ],
    ["is the type of an event without other data", "jira", { type: "ticket.updated" }, "ticket.updated"],
  ])("%s", ([, source, event, title]) => {
    expect(makeHeadline(event, source).title).toBe(title);
  });

  it("uses data from the sender's API if the event does not name the worker", () => {
    const heard: HeadlineParts = { type: "worker.changed", changed: ["status"], worker: {} };
    const complete: HeadlineParts = {
      ...heard,
      type: "worker.terminated",
      worker: { ...HUGO, lastDay: "2026-12-20" },
    };
    const learned = findLearned(heard, complete);
    expect(learned && makeHeadline(withLearned(heard, learned), "bamboohr").title).toBe(
      "Hugo Pike leaves on 20 December 2026",
    );
    expect(
      findLearned(complete, { ...complete, worker: { ...complete.worker, department: "IT" } }),
    ).toBeNull();
  });

  it("names the requester, otherwise the actor, or nobody if the event contains neither", () => {
    const actor = { email: "gita.lund@example.com" };
    expect(makeHeadline({ actor, ticket: { title: "x", requester: HUGO } }, "jira").askedBy).toEqual(HUGO);
    expect(makeHeadline({ actor, ticket: { title: "x" } }, "jira").askedBy).toEqual({
      name: actor.email,
      email: actor.email,
    });
    expect(makeHeadline({ worker: {} }, "okta").askedBy).toBeNull();
  });

  it("names the person who moved a ticket, unless that person is the requester", () => {
    const actor = { name: "Gita Lund", email: "gita.lund@example.com" };
    expect(makeHeadline({ actor, ticket: { requester: HUGO } }, "jira").movedBy).toEqual(actor);
    const hugo = { ...HUGO, email: HUGO.email.toUpperCase() };
    expect(makeHeadline({ actor: hugo, ticket: { requester: HUGO } }, "jira")).not.toHaveProperty("movedBy");
    expect(makeHeadline({ actor, worker: {} }, "okta")).not.toHaveProperty("movedBy");
  });

  it.for([
    ["https://example.atlassian.net/browse/IAM-42", "https://example.atlassian.net/browse/IAM-42"],
    ["http://example.com/", null],
    ["javascript:alert(1)", null],
    ["JaVaScRiPt:alert(1)", null],
    ["data:text/html,x", null],
    ["//example.com", null],
    ["", null],
    [`https://example.com/${"x".repeat(5_000)}`, null],
  ] as const)("links only to https addresses of limited length (case %$)", ([url, page]) => {
    expect(makeHeadline({ ticket: { title: "x", url } }, "jira").url).toBe(page);
  });

  it("is short even if the event is long", () => {
    const long = "x".repeat(1_000_000);
    const headline = makeHeadline({ ticket: { key: long, title: long, requester: { name: long } } }, "jira");
    expect(JSON.stringify(headline).length).toBeLessThan(2_000);
  });

  it("has a name for each entry point", () => {
    const unnamed = [...entrances.map(({ name }) => name), "schedule"].filter(
      (name) => titleSource(name) === name,
    );
    expect(unnamed).toEqual([]);
  });
});
