import { describe, expect, it } from "vitest";
import { findLearned, type HeadlineParts, makeHeadline, withLearned } from "../../src/runs/headline.ts";
import { entrances } from "../../src/systems/index.ts";
import { titleSource } from "../../src/systems/reply/titles.ts";

const HUGO = { name: "Hugo Pike", email: "hugo.pike@example.com" };

describe("what people call an event", () => {
  it.for<[what: string, source: string, event: HeadlineParts, title: string]>([
    ["a ticket", "jira", { ticket: { key: "IAM-42", title: "An owner" } }, "An owner"],
    ["a ticket without a title", "jira", { ticket: { key: "IAM-42", title: "" } }, "IAM-42"],
    [
      "somebody who leaves, with the day",
      "workday",
      { type: "worker.terminated", worker: { name: "Ada Marsh", lastDay: "2026-12-20" } },
      "Ada Marsh leaves on 20 December 2026",
    ],
    [
      "what is new about somebody",
      "bamboohr",
      { type: "worker.changed", changed: ["department", "jobTitle"], worker: { email: HUGO.email } },
      "hugo.pike@example.com: department, job title changed",
    ],
    [
      "somebody whom the vendor does not name",
      "hibob",
      { type: "worker.hired", worker: {} },
      "Somebody in HiBob joins",
    ],
    [
      "a command, as it was typed",
      "slack",
      { request: { action: "tool.retire", typed: "/reeve tool retire Delete branch" } },
      "/reeve tool retire Delete branch",
    ],
    ["a request of a script", "actions", { request: { action: "tool.retire" } }, "tool.retire"],
    [
      "a schedule",
      "schedule",
      { type: "schedule.due", schedule: { automation: "stale-tools" } },
      "Scheduled: stale-tools",
    ],
    ["an event of which too little is known", "jira", { type: "ticket.updated" }, "ticket.updated"],
  ])("%s", ([, source, event, title]) => {
    expect(makeHeadline(event, source).title).toBe(title);
  });

  it("says what the sender's API said of a worker whom the event does not name", () => {
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

  it("says who asked: the requester rather than who caused it, and nobody where nobody is named", () => {
    const actor = { email: "gita.lund@example.com" };
    expect(makeHeadline({ actor, ticket: { title: "x", requester: HUGO } }, "jira").askedBy).toEqual(HUGO);
    expect(makeHeadline({ actor, ticket: { title: "x" } }, "jira").askedBy).toEqual({
      name: actor.email,
      email: actor.email,
    });
    expect(makeHeadline({ worker: {} }, "okta").askedBy).toBeNull();
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
  ] as const)("links to a page that a browser may open, and no other: %.60s", ([url, page]) => {
    expect(makeHeadline({ ticket: { title: "x", url } }, "jira").url).toBe(page);
  });

  it("is short, however long what was sent is", () => {
    const long = "x".repeat(1_000_000);
    const headline = makeHeadline({ ticket: { key: long, title: long, requester: { name: long } } }, "jira");
    expect(JSON.stringify(headline).length).toBeLessThan(2_000);
  });

  it("has a name of each way in", () => {
    const unnamed = [...entrances.map(({ name }) => name), "schedule"].filter(
      (name) => titleSource(name) === name,
    );
    expect(unnamed).toEqual([]);
  });
});
