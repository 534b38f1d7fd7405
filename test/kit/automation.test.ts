import { describe, expect, it } from "vitest";
import { sample } from "../../src/cli/start/sample.ts";
import { automation, type Context, listensTo } from "../../src/kit/automation.ts";
import { schedule } from "../../src/kit/schedule.ts";
import type { Event } from "../../src/systems/event.ts";
import { workerNews } from "../automations/support/workers.ts";

const { settings } = sample;

const onTicket = automation({
  name: "on-ticket",
  on: "ticket.created",
  propose: ({ ticket }) => ({ ignore: ticket.key }),
});
const onClock = automation({
  name: "on-clock",
  on: schedule("0 7 * * 1", { timeZone: "Europe/Berlin" }),
  propose: ({ schedule: { dueAt } }) => ({ ignore: dueAt }),
});

const onReturn = automation({ name: "on-return", on: "worker.returned", propose: () => ({ ignore: "" }) });

const ticket: Event = {
  type: "ticket.created",
  subject: "jira:1",
  ticket: { system: "jira", id: "1", key: "IAM-1", project: "IAM", title: "", fields: {} },
};
const dueAt = "2027-03-29T05:00:00.000Z";
const clock = (name: string): Event => ({
  type: "schedule.due",
  subject: `schedule:${name}`,
  occurredAt: dueAt,
  schedule: { automation: name, dueAt, missed: 0 },
});

describe("an automation", () => {
  it("receives the events of its trigger", async () => {
    const context = { settings } as Context;
    expect(await onTicket.propose(ticket, context)).toEqual({ ignore: "IAM-1" });
    expect(await onClock.propose(clock("on-clock"), context)).toEqual({ ignore: dueAt });
  });

  it("whose trigger was changed ignores events of the old trigger", async () => {
    const context = { settings } as Context;
    expect(await onClock.propose(ticket, context)).toEqual({
      ignore: "on-clock does not listen to ticket.created.",
    });
  });

  it("ignores an event that turns out to be of another type", async () => {
    const activated = workerNews("worker.changed", { possibleTypes: ["worker.returned"] });
    expect(await onReturn.propose(activated, { settings } as Context)).toEqual({
      ignore: "on-return does not listen to worker.changed.",
    });
  });

  it("does not receive the schedule events of other automations", () => {
    expect(listensTo(onClock, clock("on-clock"))).toBe(true);
    expect(listensTo(onClock, clock("other"))).toBe(false);
    expect(listensTo(onTicket, clock("on-ticket"))).toBe(false);
    expect(listensTo(onTicket, { ...ticket, type: "ticket.updated" })).toBe(false);
  });
});
