// A desk for tests: uses a real Durable Object's database, and the test's clock, ledger, service and people.
import { runInDurableObject } from "cloudflare:test";
import { ControlClaims } from "../../src/desk/claims.ts";
import { type Admission, type AdmissionRequest, ControlStore } from "../../src/desk/control/store.ts";
import { DeskCore } from "../../src/desk/engine/core.ts";
import type { Replay } from "../../src/desk/engine/decider.ts";
import type { DeskDeps } from "../../src/desk/engine/deps.ts";
import type { Accepted, Incoming } from "../../src/desk/engine/intake.ts";
import { type Automation, noHistory } from "../../src/kit/automation.ts";
import type { AuditLink } from "../../src/ledger/audit-chain.ts";
import type { EventRow } from "../../src/ledger/record.ts";
import type { Budget } from "../../src/policy/budget.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { Decision, Replayed } from "../../src/runs/decisions.ts";
import type { Run } from "../../src/runs/run.ts";
import { testPseudonyms } from "../ledger/pseudonyms.ts";
import { withKnown } from "../simulation/ledger.ts";
import { automationsIn, delivery, matched, policy, type SentTicket, settings } from "../simulation/world.ts";
import { until } from "../support/until.ts";
import { DESK } from "./bindings.ts";

export const [ADA, INES, NORA, HUGO] = [
  "ada.marsh@example.com",
  "ines.holm@example.com",
  "nora.field@example.com",
  "hugo.pike@example.com",
] as const;
const USERS = new Map(
  [ADA, INES, NORA, HUGO].map((email) => [email as string, { id: `usr_${email.split("@")[0]}`, email }]),
);

export const PAUSED: Admission = { admitted: false, because: "paused", reason: "a test" };
export const OVER_BUDGET: Admission = {
  admitted: false,
  because: "budget",
  budget: "deletes",
  limit: 20,
  used: 20,
  windowMinutes: 60,
};

/** The dependencies that a test gives its desk. All others are the simulation's, or behave like the real ones. */
export interface DeskGiven extends Partial<Omit<DeskDeps, "automations" | "policy" | "settings">> {
  /** The automations that are enabled: the test's own, or names of the simulation's. @default all of the simulation's */
  readonly rules?: readonly (Automation | string)[];
  readonly policy?: Partial<Policy>;
  /** The budgets of Control. @default none: Control admits everything if the test has a `call`, or else nothing */
  readonly budgets?: readonly Budget[];
  /** Control's answer to the question about a run's next effect. @default by the budgets */
  readonly admit?: (request: AdmissionRequest) => Promise<Admission>;
  /** Returns the response to a read of a tool. @default the tool was deleted */
  readonly readTool?: (id: string | undefined) => unknown;
  /** Throws for rows that the ledger rejects. */
  readonly refuses?: (events: readonly EventRow[], rows: string) => void;
  /** Returns the response to a call that changes something. @default no call is made, because Control admits none */
  readonly call?: (id: string | undefined, at: DeskAtHand) => unknown;
}

/** A desk whose deliveries pass through the same matching as at the entry point. */
class DeskAtDoor extends DeskCore {
  readonly #rules: DeskDeps;
  constructor(deps: DeskDeps) {
    super(deps);
    this.#rules = deps;
  }
  override accept(sent: Incoming): Promise<Accepted>;
  override accept(sent: Incoming, onlyIfItEnds: boolean): Promise<Accepted | null>;
  override accept(sent: Incoming, onlyIfItEnds = false): Promise<Accepted | null> {
    return super.accept(matched(this.#rules, sent), onlyIfItEnds);
  }
}

/** A desk with its test dependencies. */
export class DeskAtHand {
  /** The current instance, after the latest start. */
  desk: DeskCore;
  /** The desk's clock, in Unix milliseconds. It only moves if a test moves it, and in `runsAre`. */
  now = Date.UTC(2026, 10, 2, 8);
  ledgerAway = false;
  /** Emails of users who are disabled. */
  readonly disabled = new Set<string>();
  /** True if the next write must fail. */
  diskFails = false;
  /** Everything that the ledger has recorded. */
  readonly events = new Map<string, EventRow>();
  readonly runs = new Map<string, Run>();
  readonly audit: AuditLink[] = [];
  readonly control: ControlStore;
  #deps: DeskDeps;

  constructor(
    storage: DurableObjectStorage,
    {
      rules,
      policy: stated,
      budgets,
      call,
      refuses,
      readTool,
      admit = async (request) =>
        budgets ? this.control.admit(request, this.now) : call ? { admitted: true } : PAUSED,
      ...given
    }: DeskGiven,
  ) {
    this.control = new ControlStore(storage.sql, budgets ?? []);
    const claims = new ControlClaims(storage.sql);
    const known = automationsIn({ policyId: "pol_1" });
    const own = rules?.filter((rule) => typeof rule !== "string") ?? [];
    const enabled = rules?.map((rule) => (typeof rule === "string" ? rule : rule.name)) ?? [...known.keys()];
    let ids = 0;
    this.#deps = {
      name: "desk",
      database: storage.sql,
      transaction: (work) => {
        if (!this.diskFails) return storage.transactionSync(work);
        this.diskFails = false;
        throw new Error("the disk will not");
      },
      sync: () => storage.sync(),
      // The contract types each operation's input and response; here all of them are plain objects.
      governance: {
        prepare: async () => false,
        call: async ({ id: operation }: { id: string }, { path, body }: Input) => {
          if (operation === "searchUsers") {
            const found = Array.from(USERS.values()).filter(
              ({ id, email }) =>
                !this.disabled.has(email) &&
                (email === body?.email || body?.refs?.some((ref) => ref.id === id)),
            );
            return { list: found.map((user) => ({ user })) };
          }
          if (operation === "getMcpTool")
            return readTool?.(path?.id) ?? { tool: { id: path?.id, deletedAt: "2026-01-01T00:00:00Z" } };
          return call ? call(path?.id, this) : new Promise(() => {});
        },
      } as unknown as DeskDeps["governance"],
      automations: new Map([...known, ...own.map((rule) => [rule.name, rule] as const)]),
      settings: {
        ...settings,
        timeZone: "UTC",
        automations: Object.fromEntries(enabled.map((name) => [name, {}])),
      },
      policy: { ...policy, ...stated },
      maxCallsPerSecond: Number.POSITIVE_INFINITY,
      approvers: null,
      history: {
        ...noHistory,
        ticket: async ({ subject, since }) => ({
          events: Array.from(this.events.values()).flatMap((row) =>
            row.subject === subject && row.receivedAt >= since && row.event ? JSON.parse(row.event) : [],
          ),
          moves: [],
        }),
      },
      now: () => this.now,
      newId: (prefix) => `${prefix}_${++ids}`,
      sleep: () => scheduler.wait(1),
      complete: async (event) => event,
      claim: async (claim, seen) => {
        // Other claims reach this point in the meantime.
        await scheduler.wait(5);
        return claims.claim(claim, seen, this.now);
      },
      runOf: async ({ id }) => this.runs.get(id) ?? null,
      hasMessage: () => false,
      sendMessages: async () => {},
      replies: {},
      admitAll: (requests) => Promise.all(requests.map(admit)),
      findPseudonyms: testPseudonyms,
      record: async (events, runs, audit) => {
        if (this.ledgerAway) throw new Error("away");
        refuses?.(events, JSON.stringify([events, runs, audit]));
        for (const event of events) this.events.set(event.id, event);
        for (const { id, ...row } of runs) this.runs.set(id, withKnown(this.runs.get(id), row));
        this.audit.push(...audit);
      },
      wake: () => {},
      ...given,
    };
    this.desk = new DeskAtDoor(this.#deps);
  }

  /** Restarts the desk, as after a crash or a deployment. @param change What the new version brings */
  restart = (change: Partial<DeskDeps> = {}): void => {
    this.#deps = { ...this.#deps, ...change };
    this.desk = new DeskAtDoor(this.#deps);
  };

  /** Delivers an event or a ticket. */
  deliver = (sent: string | Incoming, ticket?: Partial<SentTicket>): Promise<Accepted> =>
    this.desk.accept(typeof sent === "string" ? delivery(sent, ticket) : sent);

  /** Works on the runs that are due now. */
  work = (): Promise<void> => this.desk.loop.work(this.now + 1_000);

  /** Works until nothing is due, and lets time pass meanwhile. @param pass Called each millisecond */
  workMeanwhile = async (pass: () => void): Promise<void> => {
    let isOver = false;
    const working = this.desk.loop.work(Number.POSITIVE_INFINITY).finally(() => {
      isOver = true;
    });
    for (; !isOver; pass()) await scheduler.wait(1);
    await working;
  };

  /** Returns the current state of a run, from the desk or the ledger. */
  run = (id: string): Run | undefined => this.desk.titledRun(id)?.run ?? this.runs.get(id);

  /** Lets time pass until the runs have these states and are recorded. @returns the runs in the order of receipt */
  runsAre = async (...states: readonly Run["state"][]): Promise<Run[]> => {
    const inOrder = () =>
      [...this.runs.values()].sort((one, other) => one.id.localeCompare(other.id, "en", { numeric: true }));
    const are = async () => {
      await this.work();
      this.now += 250;
      const now = inOrder().map(({ state }) => state);
      return String(now) === String(states) && this.desk.health().unrecordedSince === null;
    };
    // Nothing leaves the process, so that a poll costs little.
    await until(`runs that are ${states.join(", ")}`, are, 2);
    return inOrder();
  };

  /** Delivers an event, and waits until the runs have these states. @returns the runs in the order of receipt */
  deliverUntil = async (sent: string | Incoming, ...states: readonly Run["state"][]): Promise<Run[]> => {
    await this.deliver(sent);
    return this.runsAre(...states);
  };

  /** Makes a decision in the same way as the console. @returns `ok`, or the refusal */
  decide = async (run: Run | undefined, type: Decision["type"], by: string = INES): Promise<string> => {
    const event = this.events.get(run?.eventId ?? "");
    const decision = { type, by, reason: "a reason", hash: run?.plan?.hash, isApprover: true } as Decision;
    const recorded = run && event && { run, event };
    const decided = await this.desk.decider.decide(run?.id ?? "", decision, recorded);
    return decided.ok ? "ok" : decided.refusal.message;
  };

  /** Replays a recorded event. */
  replay = (
    { keys: _, ...row }: Incoming,
    what: Pick<Replay, "automation" | "mode"> & Pick<Partial<Replay>, "batch" | "seen">,
  ): Promise<Replayed> =>
    this.desk.decider.replay({
      event: { ...row, id: "evt_0", state: "taken", declined: [], receivedAt: 0 },
      seen: 0,
      repeatApplied: false,
      earlier: [],
      by: INES,
      reason: "a try",
      ...what,
    });
}

interface Input {
  readonly path?: { readonly id: string };
  readonly body?: { readonly email?: string; readonly refs?: readonly { readonly id: string }[] };
}

/** Runs a test with a desk of its own. */
export const deskWith = (given: DeskGiven, work: (at: DeskAtHand) => Promise<void>): Promise<void> =>
  runInDurableObject(DESK.getByName(crypto.randomUUID()), (_, { storage }) =>
    work(new DeskAtHand(storage, given)),
  );
