import { type Automation, hears, type RunRecord } from "../automations/automation.ts";
import type { Settings } from "../automations/settings.ts";
import { log } from "../base/log.ts";
import { Problem, type ProblemCode } from "../base/problem.ts";
import { type Governance, readOnly } from "../governance/client/index.ts";
import { type AuditLink, chain } from "../ledger/audit-chain.ts";
import type { EventRow, RunRow } from "../ledger/record.ts";
import type { WatchRow } from "../ledger/watches.ts";
import type { Policy } from "../policy/policy.ts";
import type { Replies } from "../replies/settings.ts";
import type { Event } from "../sources/event.ts";
import { AlarmLoop } from "./alarm-loop.ts";
import { type AuditEntry, auditOf } from "./audit.ts";
import type { Admission, AdmissionRequest } from "./control-store.ts";
import {
  type Decided,
  type DecidedOne,
  type Decision,
  type DecisionRefusal,
  gate,
  misfit,
  type PartyFinder,
  partyFinder,
  type Replayed,
} from "./decisions.ts";
import type { Happening } from "./happening.ts";
import { type Accepted, type Incoming, Intake } from "./intake.ts";
import { memoriesOf } from "./journal.ts";
import { next } from "./next.ts";
import { type Announcement, DeskOutbox, type Outbox } from "./outbox.ts";
import { replyTo, withReply } from "./reply.ts";
import { type Mode, newRun, type Run, type RunReply, type Said } from "./run.ts";
import type { Database } from "./schema.ts";
import { DELIVERY_MEMORY_MS, DeskStore, type DueRun } from "./store.ts";
import { advance } from "./work.ts";

/** How long something may be missing from the ledger before operators are told. */
const LEDGER_LAG_ALERT_MS = 60_000;

/** Everything outside that a desk works with: a Durable Object gives the real ones, a simulation others. */
export interface DeskParts {
  readonly name: string;
  readonly database: Database;
  transaction<Result>(work: () => Result): Result;
  readonly governance: Governance;
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  readonly policy: Policy;
  /** What the ledger has on record; the desk adds what it has not got yet. */
  readonly past: RunRecord;
  now(): number;
  newId(prefix: "evt" | "run"): string;
  sleep(milliseconds: number): Promise<void>;
  enrich(event: Event): Promise<Event>;
  admit(request: AdmissionRequest): Promise<Admission>;
  readonly replies: Replies;
  /** Sends the step of a reply that it is at. */
  reply(event: Event, reply: RunReply): Promise<void>;
  /** Whether people are to be told that a run has come to another state. */
  announces(run: Run, about: Announcement["about"]): boolean;
  /** Hands announcements to who tells people, in order. Resolves once they are kept there. */
  announce(announcements: readonly Announcement[]): Promise<void>;
  /** Reeve's own address. @default replies have no link */
  readonly site?: string;
  record(
    events: readonly EventRow[],
    runs: readonly RunRow[],
    audit: readonly AuditLink[],
    watches: readonly WatchRow[],
  ): Promise<void>;
  /** Called when there is something to do now. */
  wake(): void;
}

/** An event from the record, to be run again. */
export interface Replay extends Said {
  readonly event: EventRow;
  readonly automation: string;
  readonly mode: Mode;
  /** How many runs of the event and automation were on record when it was decided. */
  readonly seen: number;
  /** Act also where an earlier run of the same has acted, or still may. */
  readonly repeatApplied: boolean;
}

/** A run that the desk has forgotten, as the ledger has it. */
export interface RecordedRun {
  readonly event: EventRow;
  readonly run: Run;
}

/** How a desk is doing. */
export interface DeskHealth {
  /** Runs that are not over and wait for a time or a person; that are due; and, of those, that are worked on. */
  readonly waiting: number;
  readonly due: number;
  readonly inFlight: number;
  /** Since when something is missing from the ledger, Unix milliseconds; `null` where nothing is. */
  readonly unrecordedSince: number | null;
}

/** A desk without its Durable Object: what comes in, the runs, and what people decide about them. */
export class DeskCore {
  readonly #parts: DeskParts;
  readonly #store: DeskStore;
  readonly #outbox: DeskOutbox;
  readonly #intake: Intake;
  readonly loop: AlarmLoop;

  constructor(parts: DeskParts) {
    const { database, now, sleep, settings, policy, automations } = parts;
    const store = new DeskStore(database);
    this.#parts = parts;
    const outbox = new DeskOutbox(database);
    this.#store = store;
    this.#outbox = outbox;
    const around = {
      ...parts,
      past: {
        ...parts.past,
        hasCalled: async (query) => store.hasCalled(query) || (await parts.past.hasCalled(query)),
      } satisfies RunRecord,
      happen: (run: Run, happening: Happening) => this.#happen(run.id, happening) ?? run,
      isFirstInLine: ({ id }: Run) => store.isFirstInLine(id),
    };
    this.loop = new AlarmLoop({
      store,
      outbox,
      now,
      sleep,
      advance: (due: DueRun) => advance(due, around),
      record: (rows) => this.#record(rows),
      announce: parts.announce,
    });
    this.#intake = new Intake({
      store,
      now,
      sleep,
      transaction: parts.transaction,
      newId: parts.newId,
      committed: parts.wake,
      listeners: ({ types, subject }) =>
        settings.enabled.flatMap((name) => {
          const automation = automations.get(name);
          if (!automation || !types.some((type) => hears(automation, { type, subject }))) return [];
          return { name, mode: policy.dryRun.includes(name) ? "dry_run" : "live" };
        }),
    });
    this.#takeUpAfterRestart();
  }

  /** Keeps a verified delivery. Once this has answered, the event is in the database. */
  accept(incoming: Incoming): Promise<Accepted> {
    return this.#intake.accept(incoming);
  }

  /**
   * What a person decides about a run, through the one gate. Whatever does not fit is refused, with the reason.
   * @param recorded The run with its event as the ledger has them: a failed run is tried again from there.
   */
  async decide(
    runId: string,
    decision: Decision,
    recorded?: RecordedRun,
    find = partyFinder(readOnly(this.#parts.governance)),
  ): Promise<Decided> {
    const before = this.#store.runWithEvent(runId) ?? (recorded && dueRunOf(recorded));
    if (!before) return refusal("decision_conflict", "the run is over");
    const early = misfit(before.run, decision);
    if (early) return { ok: false, refusal: early };
    const forbidden = await this.#gate(before, decision, find);
    if (forbidden) return { ok: false, refusal: forbidden };
    return this.#parts.transaction(() => {
      if (!this.#store.run(runId)) {
        // Only a failed run goes on from the record: of any other, the desk would still have the truth.
        if (decision.type !== "retried" || !recorded) return refusal("decision_conflict", "the run is over");
        if (!this.#store.repeat(runId, recorded.run.version))
          return refusal("decision_conflict", "somebody has tried this run again already");
        this.#store.insertEvent(recorded.event, [recorded.run]);
      }
      // The gate took a while: what it was asked about may have changed meanwhile.
      const now = this.#store.run(runId);
      const late = now && misfit(now, decision);
      if (late) return { ok: false, refusal: late };
      const run = this.#happen(runId, { ...decision, at: this.#parts.now() });
      if (!run) return refusal("decision_conflict", "the run is over");
      this.#parts.wake();
      return { ok: true, state: run.state };
    });
  }

  /** One decision for all held runs, of one automation or of all, one after the other. */
  async decideHeld(decision: Decision, automation: string | null): Promise<DecidedOne[]> {
    const find = partyFinder(readOnly(this.#parts.governance));
    const decided: DecidedOne[] = [];
    for (const run of this.#store.held(automation)) {
      const one = await this.decide(run, decision, undefined, find);
      decided.push(one.ok ? { run, state: one.state } : { run, refused: one.refusal.message });
    }
    return decided;
  }

  /** Makes a run of an event that is on record. What the ledger says of earlier runs, the caller has looked at. */
  replay({ event, automation, mode: wanted, repeatApplied, seen, by, reason }: Replay): Replayed {
    const { now, newId, transaction, wake, settings, policy } = this.#parts;
    const mode = policy.dryRun.includes(automation) ? "dry_run" : wanted;
    if (mode === "live" && !settings.enabled.includes(automation))
      return refusal("decision_conflict", `${automation} is not enabled; a dry run is all it may have`);
    const earlier = this.#store.liveRunOf(event.id, automation);
    if (mode === "live" && !repeatApplied && earlier)
      return refusal(
        "decision_conflict",
        `an earlier run of this event is under way or not on record yet: ${earlier.id} (${earlier.state})`,
      );
    const id = newId("run");
    const at = now();
    const run = newRun(
      { id, eventId: event.id, automation, subject: event.subject, mode, replay: { by, reason } },
      at,
    );
    return transaction(() => {
      if (mode === "live" && !this.#store.repeat(`${event.id} ${automation}`, seen))
        return refusal("decision_conflict", "somebody has had this event run again already");
      this.#store.insertEvent(event, [run]);
      const detail = { automation, reason, mode };
      this.#outbox.insertAudit({ at, type: "run.replayed", runId: id, eventId: event.id, actor: by, detail });
      wake();
      return { ok: true, run: id };
    });
  }

  /** Adds an entry to this desk's audit chain. */
  note(entry: AuditEntry): void {
    this.#outbox.insertAudit(entry);
    this.#parts.wake();
  }

  /** Looks at once whether what was paused may go on. */
  pauseLifted(): void {
    this.#store.hurryPaused(this.#parts.now());
    this.#parts.wake();
  }

  /** A run as it stands now, which the ledger learns of a moment later; `null` where the desk has forgotten it. */
  run(id: string): Run | null {
    return this.#store.run(id);
  }

  health(): DeskHealth {
    return {
      ...this.#store.load(this.#parts.now()),
      inFlight: this.loop.inFlight,
      unrecordedSince: this.#outbox.unrecordedSince(),
    };
  }

  /** The look of each minute: forgets old deliveries, and reports a record that lags. */
  look(): void {
    const now = this.#parts.now();
    this.#store.forgetDeliveries(now - DELIVERY_MEMORY_MS);
    const since = this.#outbox.unrecordedSince();
    if (since !== null && now - since > LEDGER_LAG_ALERT_MS)
      log("ledger_lagging", {
        level: "alert",
        desk: this.#parts.name,
        seconds: Math.round((now - since) / 1000),
      });
  }

  async #gate(due: DueRun, decision: Decision, find: PartyFinder): Promise<DecisionRefusal | null> {
    try {
      const event = await this.#parts.enrich(due.event);
      return await gate({ ...due, event }, decision, this.#parts.policy.approvers, find);
    } catch (error) {
      const { code, message } = error instanceof Problem ? error : new Problem("internal", String(error));
      return { code, message };
    }
  }

  /** The run after a happening, with its audit entry and what it replaces or withdraws, all in one transaction. */
  #happen(runId: string, happening: Happening): Run | null {
    return this.#parts.transaction(() => {
      const run = this.#store.run(runId);
      if (!run) return null;
      const after = withReply(run, next(run, happening), (ended) => this.#replyTo(ended));
      if (after === run) return run;
      this.#store.updateRun(after);
      const entry = auditOf(run, happening, after);
      if (entry) this.#outbox.insertAudit(entry);
      this.#remember(run, happening, after);
      if (after.state !== run.state) this.#announce(after, "state");
      // Told once: a plan that is made again after an approval has nothing new to say.
      if (!run.notice && after.notice && after.mode === "live") this.#announce(after, "notice");
      const end = after.mode === "live" ? endOfEarlier(happening, after) : null;
      if (end) for (const id of this.#store.replaceable(after)) this.#happen(id, end);
      return after;
    });
  }

  #announce(run: Run, about: Announcement["about"]): void {
    const due = this.#parts.announces(run, about) ? this.#store.runWithEvent(run.id) : null;
    if (due) this.#outbox.insertAnnouncement({ about, run, event: due.event, source: due.source });
  }

  /** Puts down what this step saw or did that goes beyond the run. */
  #remember(before: Run, happening: Happening, after: Run): void {
    const seen = after.mode === "live" && "memories" in happening ? (happening.memories ?? []) : [];
    const { id: by } = after;
    for (const memory of seen) this.#outbox.insertMemory({ ...memory, by, at: happening.at });
    for (const memory of memoriesOf(before, after))
      this.#outbox.insertMemory({ ...memory, by, run: by, at: happening.at });
  }

  #replyTo(ended: Run): RunReply | null {
    const { replies, site } = this.#parts;
    if (Object.keys(replies).length === 0) return null;
    const due = this.#store.runWithEvent(ended.id);
    return due && replyTo(due.event, ended, replies, site);
  }

  async #record(outbox: Outbox): Promise<void> {
    const { name, record, transaction } = this.#parts;
    const links = await chain(
      outbox.auditHash,
      outbox.audit.map((entry) => ({ ...entry, desk: name })),
    );
    const watches = outbox.memories.map(({ row }) => row);
    await record(outbox.events, outbox.runs, links, watches);
    transaction(() => this.#outbox.recorded(outbox, links.at(-1)?.hash ?? outbox.auditHash));
  }

  /** Tells every run that was under way when the last instance ended that it was interrupted. */
  #takeUpAfterRestart(): void {
    for (const id of this.#store.underWay()) this.#happen(id, { type: "restarted", at: this.#parts.now() });
  }
}

/** What a happening means for the earlier runs of its automation and subject that wait; `null` where nothing. */
function endOfEarlier(happening: Happening, { id }: Run): Happening | null {
  const { type, at } = happening;
  if (type === "decided" || type === "scheduled") return { type: "replaced", by: id, at };
  if (type !== "ignored" || !happening.withdraws) return null;
  return { type: "cancelled", by: "reeve", reason: happening.reason, at };
}

const refusal = (code: ProblemCode, message: string) => ({ ok: false, refusal: { code, message } }) as const;

const dueRunOf = ({ event: { event, source, authentication }, run }: RecordedRun): DueRun | null =>
  event === null ? null : { run, event: JSON.parse(event), source, authentication };
