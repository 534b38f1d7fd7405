import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type Automation, automation } from "../../src/automations/kit/automation.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import { forWhom } from "../../src/desk/for-whom.ts";
import { isFinished, type Run } from "../../src/desk/run/run.ts";
import type { TicketEvent, WorkerEvent } from "../../src/systems/event.ts";
import { workerNews } from "../automations/workers.ts";
import { delivery, policy, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { atDesk } from "./at-desk.ts";

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
const ask = (event: TicketEvent | WorkerEvent, mayBe: readonly string[] = []) =>
  forWhom(rules, {
    id: "evt_1",
    types: [event.type, ...mayBe],
    subject: event.subject,
    event: JSON.stringify(event),
  });

function logged(): string[] {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  onTestFinished(() => log.mockRestore());
  return lines;
}

describe("an event that comes in", () => {
  it("is for the enabled automations that listen and want it; of the others, it says why, each reason once", () => {
    logged();
    expect(ask(ticket)).toEqual({
      wanting: [
        { name: "wants", mode: "live" },
        { name: "rehearses", mode: "dry_run" },
        { name: "throws", mode: "live" },
      ],
      passed: [
        { reason: FORM, automations: ["passes", "passes too"] },
        { reason: `${"x".repeat(199)}\ufffd`, automations: ["passes at length"] },
      ],
    });
  });

  it("is for an automation that can't say, and operators are told", () => {
    const lines = logged();
    ask(ticket);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        message: "when_threw",
        level: "alert",
        automation: "throws",
        event: "evt_1",
        error: "TypeError: there is no such member",
      },
    ]);
  });

  it("is for those that listen to what it may turn out to be", () => {
    const thin = workerNews("worker.changed", { mayBe: ["worker.hired"] });
    expect(ask(thin, ["worker.hired"])).toEqual({
      wanting: [{ name: "joins", mode: "live" }],
      passed: [{ reason: "It can't know.", automations: ["moves"] }],
    });
  });

  it("is not read where nobody listens, or it could not be", () => {
    const heard = { id: "evt_1", types: ["incident.triggered"], subject: "x", event: "{" };
    const nobody = { wanting: [], passed: [] };
    expect(forWhom(rules, heard)).toEqual(nobody);
    expect(forWhom(rules, { ...heard, types: ["ticket.created"], event: null })).toEqual(nobody);
  });
});

it("an event for nobody is one row with the reasons: no run, no audit entry, and nothing more to do", async () => {
  const recorded: Parameters<DeskDeps["record"]>[] = [];
  await atDesk(
    async (desk, { now }) => {
      const { eventId } = await desk.accept(delivery("T-1", { ...ticket, subject: "T-1", tools: 1 }));
      expect(desk.health()).toMatchObject({ waiting: 0, due: 0 });
      void desk.loop.work(now + 1_000);
      await until("the record", () => recorded.length > 0 && desk.health().unrecordedSince === null);
      expect(desk.loop.nextLook()).toBeNull();
      expect(recorded).toMatchObject([
        [
          [
            {
              id: eventId,
              state: "ignored",
              detail: null,
              passed: [{ reason: FORM, automations: ["passes", "passes too"] }],
            },
          ],
          [],
          [],
          [],
        ],
      ]);
    },
    {
      automations: rules.automations,
      settings: { ...settings, automations: { passes: {}, "passes too": {}, elsewhere: {} } },
      policy: { ...policy, dryRun: [] },
      record: async (...rows) => void recorded.push(rows),
    },
  );
});

/** What becomes of the one run that a desk has, once it is over. */
const ended = (desk: DeskCore, id: string): Promise<Run> =>
  until("the run to end", () => {
    const run = desk.run(id);
    return run && isFinished(run) ? run : null;
  });
const away = () => Promise.reject(new Error("away"));

it("an automation that can't say whether an event is for it has a run, which fails for that", async () => {
  logged();
  await atDesk(
    async (desk, { now }) => {
      const { eventId } = await desk.accept(delivery("T-1", { ...ticket, subject: "T-1", tools: 1 }));
      void desk.loop.work(now + 1_000);
      expect(
        await ended(desk, eventId.replace(/\d+$/, (n) => `${Number(n) + 1}`).replace("evt", "run")),
      ).toMatchObject({
        automation: "throws",
        state: "failed",
        problem: { code: "automation_threw", message: "TypeError: there is no such member" },
      });
    },
    { automations: rules.automations, settings: { ...settings, automations: { throws: {} } }, record: away },
  );
});

it("a replay asks anew", async () => {
  logged();
  await atDesk(
    async (desk, { now }) => {
      const { keys: _, ...row } = delivery("T-1", { ...ticket, subject: "T-1", tools: 1 });
      const replayed = await desk.decider.replay({
        event: { ...row, id: "evt_0", state: "ignored", passed: [], receivedAt: 0 },
        automation: "passes",
        mode: "live",
        seen: 0,
        repeatApplied: false,
        earlier: [],
        by: "ines.holm@example.com",
        reason: "a try",
      });
      if (!replayed.ok) throw new Error(replayed.refusal.message);
      void desk.loop.work(now + 1_000);
      expect(await ended(desk, replayed.run)).toMatchObject({ state: "ignored", ignored: FORM });
    },
    { automations: rules.automations, settings: { ...settings, automations: { passes: {} } }, record: away },
  );
});
