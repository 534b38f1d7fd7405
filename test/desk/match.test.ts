import { describe, expect, it } from "vitest";
import { matchAutomations } from "../../src/desk/match.ts";
import { type Automation, automation } from "../../src/kit/automation.ts";
import type { TicketEvent, WorkerEvent } from "../../src/systems/event.ts";
import { workerNews } from "../automations/support/workers.ts";
import { delivery, settings } from "../simulation/world.ts";
import { hearLog } from "../support/log.ts";
import { deskWith } from "./at-desk.ts";

const ignore = () => ({ ignore: "nothing" });
const onTicket = (name: string, when?: () => true | string): Automation =>
  automation({ name, on: "ticket.created", ...(when && { when }), propose: ignore });

const FORM = 'The form is "Laptop", not "Tool".';
const all = [
  onTicket("wants"),
  onTicket("rehearses"),
  onTicket("passes", () => FORM),
  onTicket("passes too", () => FORM),
  onTicket("passes at length", () => `${"x".repeat(199)}🙂.`),
  onTicket("throws", () => {
    throw new TypeError("there is no such member");
  }),
  onTicket("off"),
  automation({ name: "elsewhere", on: "ticket.deleted", propose: ignore }),
  automation({ name: "moves", on: "worker.changed", when: () => "It can't know.", propose: ignore }),
  automation({ name: "joins", on: "worker.hired", when: () => "It can't know.", propose: ignore }),
];
const enabled = all.flatMap(({ name }) => (name === "off" ? [] : [name]));
const rules = {
  automations: new Map(all.map((one) => [one.name, one])),
  settings: { ...settings, automations: Object.fromEntries(enabled.map((name) => [name, {}])) },
  policy: { dryRun: ["rehearses"] },
};

const ticket: TicketEvent = {
  type: "ticket.created",
  subject: "jira:1",
  ticket: { system: "jira", id: "1", key: "IAM-1", title: "", fields: {} },
};
const named = (...names: readonly string[]) => all.filter(({ name }) => names.includes(name));
const ask = (event: TicketEvent | WorkerEvent) => matchAutomations(rules, event);
const one = (name: string) => {
  const [found] = named(name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

describe("an incoming event", () => {
  it("matches the enabled automations that want it, and lists each reason of the other automations once", () => {
    expect(ask(ticket)).toEqual({
      wanting: [
        { name: "wants", mode: "live" },
        { name: "rehearses", mode: "dry_run" },
        { name: "throws", mode: "live" },
      ],
      declined: [
        { reason: FORM, automations: ["passes", "passes too"] },
        { reason: `${"x".repeat(199)}\ufffd`, automations: ["passes at length"] },
      ],
      withdrawalReasons: new Map(),
    });
  });

  it("causes an alert for operators if an automation throws", () => {
    const lines = hearLog();
    ask(ticket);
    expect(lines).toEqual([
      {
        message: "when_threw",
        level: "alert",
        automation: "throws",
        subject: ticket.subject,
        error: "TypeError: there is no such member",
      },
    ]);
  });

  it("matches automations that listen to one of its possible types", () => {
    const thin = workerNews("worker.changed", { possibleTypes: ["worker.hired"] });
    expect(ask(thin)).toEqual({
      wanting: [{ name: "joins", mode: "live" }],
      declined: [{ reason: "It can't know.", automations: ["moves"] }],
      withdrawalReasons: new Map(),
    });
  });

  it("withdraws the waiting runs of an automation whose `withdrawn` throws", () => {
    const lines = hearLog();
    const throws = { ...one("wants"), withdrawn: () => JSON.parse("{") };
    const { withdrawalReasons } = matchAutomations(
      { ...rules, automations: new Map([["wants", throws]]) },
      ticket,
    );
    expect([...withdrawalReasons]).toEqual([
      ["wants", "the automation could not determine whether the event withdraws the request"],
    ]);
    expect(lines).toMatchObject([{ message: "when_threw", level: "alert", automation: "wants" }]);
  });
});

it("an event that no automation wants is stored as one row with the reasons, and causes no run or audit entry", () =>
  deskWith({ rules: named("passes", "passes too", "elsewhere") }, async (at) => {
    const { eventId } = await at.deliver("T-1");
    expect(at.desk.health()).toMatchObject({ waiting: 0, due: 0 });
    await at.runsAre();
    expect(at.desk.loop.nextLook()).toBeNull();
    const declined = [{ reason: FORM, automations: ["passes", "passes too"] }];
    expect([...at.events.values()]).toMatchObject([
      { id: eventId, state: "ignored", detail: null, declined },
    ]);
    expect([...at.runs.values(), ...at.audit]).toEqual([]);
  }));

it("an automation that throws during the match starts a run that fails with the error", () =>
  deskWith({ rules: named("throws") }, async ({ deliverUntil }) => {
    expect(await deliverUntil("T-1", "failed")).toMatchObject([
      {
        automation: "throws",
        problem: { code: "automation_threw", message: "TypeError: there is no such member" },
      },
    ]);
  }));

it("a replay checks again whether its automation wants the event", () =>
  deskWith({ rules: named("passes") }, async ({ replay, runsAre }) => {
    expect(await replay(delivery("T-1"), { automation: "passes", mode: "live" })).toMatchObject({ ok: true });
    expect(await runsAre("ignored")).toMatchObject([{ ignored: FORM }]);
  }));

it("a batch that replays an event again after a crash finds the run that it started before", () =>
  deskWith({ rules: named("throws") }, async ({ replay, runsAre }) => {
    const again = (batch: string) => replay(delivery("T-1"), { automation: "throws", mode: "live", batch });
    const first = await again("bat_1");
    expect(first).toMatchObject({ ok: true });
    expect(await again("bat_1")).toEqual(first);
    expect(await again("bat_2")).toMatchObject({ ok: false, refusal: { code: "decision_conflict" } });
    expect(await runsAre("failed")).toMatchObject([{ replay: { batch: "bat_1" } }]);
  }));
