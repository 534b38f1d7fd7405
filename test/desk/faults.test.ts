import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Automation, automation } from "../../src/automations/kit/automation.ts";
import type { DeskCore } from "../../src/desk/engine/core.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Run } from "../../src/desk/run/run.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import type { EventRow, RunRow } from "../../src/ledger/record.ts";
import { automationsIn, delivery, policy, settings } from "../simulation/world.ts";
import { atDesk } from "./at-desk.ts";

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void logged.push(line));
});
afterEach(() => vi.restoreAllMocks());

/** What the log says of one thing. */
const said = (what: string): unknown[] =>
  logged.map((line) => JSON.parse(line)).filter(({ message }) => message === what);

/** A ledger that refuses some rows, as D1 refuses what is too large. */
function refusingLedger(isRefused: (json: string) => boolean) {
  const kept = {
    events: new Map<string, EventRow>(),
    runs: new Map<string, Run & { omitted?: string }>(),
    audit: [] as AuditLink[],
  };
  let calls = 0;
  const record: DeskDeps["record"] = async (events, runs: readonly RunRow[], audit) => {
    calls++;
    if (isRefused(JSON.stringify([events, runs, audit])))
      throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
    for (const event of events) kept.events.set(event.id, event);
    for (const { id, run } of runs) kept.runs.set(id, JSON.parse(run));
    kept.audit.push(...audit);
  };
  return { record, kept, calls: () => calls };
}

const work = (desk: DeskCore) => desk.loop.work(Number.POSITIVE_INFINITY);
const ticket = (key: string, type: "ticket.created" | "ticket.transitioned" = "ticket.created") =>
  delivery(key, { type, subject: key, tools: 1 });

describe("a ledger that refuses a row", () => {
  it("gets it without its content, and all others whole, in the order of the chain", async () => {
    const ledger = refusingLedger((json) => json.includes("poison"));
    await atDesk(
      async (desk) => {
        const ids: string[] = [];
        for (let n = 0; n < 20; n++) {
          const { eventId } = await desk.accept({
            ...ticket(`T-${n}`),
            ...(n === 7 && { payload: JSON.stringify("poison") }),
          });
          ids.push(eventId);
        }
        await work(desk);
        const { events, runs, audit } = ledger.kept;
        expect(Array.from(events.keys()).sort()).toEqual(ids.sort());
        const omitted = Array.from(events.values()).filter(({ event }) => event === null);
        expect(omitted).toHaveLength(1);
        expect(JSON.parse(omitted[0]?.payload ?? "")).toEqual({
          omitted: "the ledger refused it: Error: D1_ERROR: string or blob too big: SQLITE_TOOBIG",
        });
        expect(Array.from(runs.values()).every(({ omitted: left }) => left === undefined)).toBe(true);
        expect(audit.map(({ seq }) => seq)).toEqual(audit.map((_, n) => n + 1));
        expect(said("record_omitted")).toMatchObject([{ level: "alert", event: omitted[0]?.id }]);
        expect(desk.health().unrecordedSince).toBeNull();
      },
      { now: () => Date.now(), record: ledger.record },
    );
  });

  it("gets a run without its plan, which then can't be tried again from the record", async () => {
    const ledger = refusingLedger((json) => json.includes("rehearsed-T-1-0"));
    await atDesk(
      async (desk) => {
        await desk.accept(ticket("T-1", "ticket.transitioned"));
        await work(desk);
        const run = Array.from(ledger.kept.runs.values()).find(({ automation: by }) => by === "rehearse");
        const event = ledger.kept.events.get(run?.eventId ?? "");
        if (!run || !event) throw new Error("nothing is on record");
        expect(run).toMatchObject({ state: "dry_run", plan: null, journal: [] });
        expect(run.omitted).toMatch(/^the ledger refused it/);
        const again = { type: "retried", by: "nora.field@example.com", reason: "again" } as const;
        const recorded = { run: { ...run, state: "failed" }, event } as const;
        expect(await desk.decider.decide(run.id, again, recorded)).toMatchObject({
          ok: false,
          refusal: { message: "its effects are not on record: run its event again" },
        });
      },
      {
        now: () => Date.now(),
        record: ledger.record,
        settings: { ...settings, automations: { rehearse: {} } },
      },
    );
  });

  it("and is not a matter of rows, loses nothing: all of it is tried again later", async () => {
    const ledger = refusingLedger(() => true);
    await atDesk(
      async (desk) => {
        for (let n = 0; n < 20; n++) await desk.accept(ticket(`T-${n}`));
        void work(desk);
        await vi.waitFor(() => expect(said("ledger_unreachable")).not.toEqual([]));
        expect(ledger.calls()).toBeLessThan(15);
        expect(desk.health().unrecordedSince).not.toBeNull();
      },
      { now: () => Date.now(), record: ledger.record },
    );
  });
});

describe("a step that can't be put down", () => {
  const loud: Automation = automation({
    name: "review",
    on: "ticket.created",
    propose() {
      throw new TypeError("x".repeat(2_100_000));
    },
  });

  it("fails its run at the third time, in words, and holds up nobody", async () => {
    const ledger = refusingLedger(() => false);
    await atDesk(
      async (desk) => {
        await desk.accept(ticket("T-1"));
        await work(desk);
        const failed = Array.from(ledger.kept.runs.values()).find(({ automation: by }) => by === "review");
        expect(failed).toMatchObject({ state: "failed", problem: { code: "step_not_kept" } });
        expect(failed?.problem?.message).toMatch(/string or blob too big: SQLITE_TOOBIG/);
        expect(said("desk_fault")).toHaveLength(3);
        const { eventId } = await desk.accept(ticket("T-2", "ticket.transitioned"));
        await work(desk);
        expect(ledger.kept.events.has(eventId)).toBe(true);
      },
      {
        now: () => Date.now(),
        record: ledger.record,
        automations: new Map([...automationsIn({ policyId: "pol_1" }), ["review", loud]]),
      },
    );
  });

  it("is not sent again for that, where it must not happen twice", async () => {
    let sent = 0;
    let refusing = false;
    const ledger = refusingLedger(() => false);
    await atDesk(
      async (desk) => {
        await desk.accept(ticket("T-1"));
        await work(desk);
        const run = Array.from(ledger.kept.runs.values()).find(({ automation: by }) => by === "review");
        expect(sent).toBe(1);
        expect(run).toMatchObject({ state: "needs_review", journal: [{ state: "unknown", attempts: 1 }] });
      },
      (storage) => ({
        now: () => Date.now(),
        record: ledger.record,
        settings: { ...settings, automations: { review: {} } },
        policy: { ...policy, approvals: [] },
        admit: async () => ({ admitted: true }),
        transaction: (inOne) => {
          if (!refusing) return storage.transactionSync(inOne);
          refusing = false;
          throw new Error("the disk will not");
        },
        governance: {
          prepare: async () => false,
          call: async () => {
            sent++;
            refusing = true;
            return {};
          },
        } as unknown as DeskDeps["governance"],
      }),
    );
  });
});

describe("messages that can't be handed over", () => {
  it("are handed over again, in order, and none is lost", async () => {
    const told: string[] = [];
    let away = 2;
    await atDesk(
      async (desk) => {
        for (const key of ["T-1", "T-2", "T-3"]) await desk.accept(ticket(key));
        while (desk.loop.nextLook() !== null) await work(desk);
        expect(told).toEqual(["T-1", "T-2", "T-3"]);
        expect(said("outbox_unreachable")).toHaveLength(2);
      },
      {
        now: quick(),
        record: refusingLedger(() => false).record,
        settings: { ...settings, automations: { defect: {} } },
        hasMessage: ({ state }) => state === "failed",
        sendMessages: async (messages) => {
          if (away-- > 0) throw new Error("away");
          for (const { run } of messages) told.push(run.subject);
        },
      },
    );
  });
});

/** A clock that goes a thousand times as fast as ours. */
function quick(): () => number {
  const from = Date.now();
  return () => from + (Date.now() - from) * 1_000;
}
