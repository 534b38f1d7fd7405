// Applies what happens to runs, and writes run, audit entry and announcements in one transaction.
import { Problem } from "../base/problem.ts";
import { type Announcement, announcementOf } from "./announcement.ts";
import type { DeskParts } from "./deps.ts";
import type { DeskOutbox } from "./outbox.ts";
import { auditOf } from "./run/audit.ts";
import type { Happening } from "./run/events.ts";
import { inventoryChanges } from "./run/journal.ts";
import { next } from "./run/next.ts";
import { replyTo, withReply } from "./run/reply.ts";
import type { Run, RunReply } from "./run/run.ts";
import type { DeskStore } from "./store.ts";

/** How much of an error is told of a step that could not be put down. */
const MAX_TOLD_CHARS = 300;

type LifecycleParts = Pick<DeskParts, "transaction" | "announces" | "replies" | "site" | "now">;

/** Makes what happens part of the runs it happens to, with all that follows from it, each in one transaction. */
export class Lifecycle {
  readonly #parts: LifecycleParts;
  readonly #store: DeskStore;
  readonly #outbox: DeskOutbox;

  constructor(parts: LifecycleParts, store: DeskStore, outbox: DeskOutbox) {
    this.#parts = parts;
    this.#store = store;
    this.#outbox = outbox;
  }

  /** The run after a happening, with its audit entry and what it replaces or withdraws. `null`: the desk has no such run. */
  happen(runId: string, happening: Happening): Run | null {
    return this.#parts.transaction(() => {
      const run = this.#store.run(runId);
      if (!run) return null;
      const after = withReply(run, next(run, happening), (ended) => this.#replyTo(ended));
      if (after === run) return run;
      this.#store.updateRun(after);
      const entry = auditOf(run, happening, after);
      if (entry) this.#outbox.insertAudit(entry);
      this.#changeInventory(run, happening, after);
      if (after.state !== run.state) this.#announce(after, "state");
      // Told once: a plan that is made again after an approval has nothing new to say.
      if (!run.notice && after.notice && after.mode === "live") this.#announce(after, "notice");
      const end = after.mode === "live" ? endOfEarlier(happening, after) : null;
      if (end) for (const id of this.#store.replaceable(after)) this.happen(id, end);
      return after;
    });
  }

  /**
   * A step of a run could not be put down. What it may have sent is as unknown as after a kill: it is not sent again for
   * that. @param error Why, where the run is given up for it: the run fails
   */
  notKept(runId: string, error?: unknown): void {
    const at = this.#parts.now();
    this.happen(runId, { type: "restarted", at });
    if (error === undefined) return;
    const {
      code,
      message,
      public: forAnyone,
    } = new Problem("step_not_kept", String(error).slice(0, MAX_TOLD_CHARS));
    this.happen(runId, { type: "failed", failure: { code, message, public: forAnyone, retry: "never" }, at });
  }

  #announce(run: Run, about: Announcement["about"]): void {
    const due = this.#parts.announces(run, about) ? this.#store.runWithEvent(run.id) : null;
    if (due) this.#outbox.insertAnnouncement(announcementOf(about, run, due.event));
  }

  /** Puts down what this step changes in the inventory. */
  #changeInventory(before: Run, happening: Happening, after: Run): void {
    const seen = after.mode === "live" && "leaves" in happening ? (happening.leaves ?? []) : [];
    const { id: by } = after;
    for (const change of seen) this.#outbox.insertInventory({ by, ...change, at: happening.at });
    for (const change of inventoryChanges(before, after))
      this.#outbox.insertInventory({ by, ...change, run: by, at: happening.at });
  }

  #replyTo(ended: Run): RunReply | null {
    const { replies, site } = this.#parts;
    if (Object.keys(replies).length === 0) return null;
    const due = this.#store.runWithEvent(ended.id);
    return due && replyTo(due.event, ended, replies, site);
  }

  /** Tells every run that was under way when the last instance ended that it was interrupted. */
  takeUpAfterRestart(): void {
    for (const id of this.#store.underWay()) this.happen(id, { type: "restarted", at: this.#parts.now() });
  }
}

/** What a happening means for the earlier runs of its automation and subject that wait; `null` where nothing. */
function endOfEarlier(happening: Happening, { id }: Run): Happening | null {
  const { type, at } = happening;
  if (type === "decided" || type === "scheduled") return { type: "replaced", by: id, at };
  if (type !== "ignored" || !happening.withdraws) return null;
  return { type: "cancelled", by: "reeve", reason: happening.reason, at };
}
