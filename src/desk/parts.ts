import type { Automation, RunRecord } from "../automations/automation.ts";
import type { Settings } from "../automations/settings.ts";
import type { Governance } from "../governance/client/index.ts";
import type { AuditLink } from "../ledger/audit-chain.ts";
import type { EventRow, RunRow } from "../ledger/record.ts";
import type { WatchRow } from "../ledger/watches.ts";
import type { Policy } from "../policy/policy.ts";
import type { Replies } from "../replies/settings.ts";
import type { Event } from "../sources/event.ts";
import type { Announcement } from "./announcement.ts";
import type { Admission, AdmissionRequest } from "./control-store.ts";
import type { Run, RunReply } from "./run.ts";
import type { Database } from "./tables.ts";

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
