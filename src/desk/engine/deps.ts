// The dependencies of a desk.

import type { Database } from "../../base/tables.ts";
import type { Governance } from "../../governance/client/index.ts";
import type { Automation, History } from "../../kit/automation.ts";
import type { Settings } from "../../kit/settings.ts";
import type { LinkWithTexts } from "../../ledger/audit-chain.ts";
import type { InventoryRow } from "../../ledger/inventory.ts";
import type { Pseudonym } from "../../ledger/people/texts.ts";
import type { EventRow, RunRow } from "../../ledger/record.ts";
import type { Policy } from "../../policy/policy.ts";
import type { RunMessage } from "../../runs/message.ts";
import type { Run } from "../../runs/run.ts";
import type { Event } from "../../systems/event.ts";
import type { ReadOnCall } from "../../systems/on-call/rota.ts";
import type { Replies } from "../../systems/reply/replies.ts";
import type { PersonClaims } from "../claims.ts";
import type { Admission, AdmissionRequest } from "../control/store.ts";

/** The dependencies of a desk. Its Durable Object provides them on the platform, and simulations replace them. */
export interface DeskDeps extends PersonClaims {
  readonly name: string;
  readonly database: Database;
  transaction<Result>(work: () => Result): Result;
  /** Resolves once everything written so far is on disk. */
  sync(): Promise<void>;
  readonly governance: Governance;
  readonly automations: ReadonlyMap<string, Automation>;
  readonly settings: Settings;
  readonly policy: Policy;
  /** The desk's share of `policy.maxCallsPerSecond`, or Infinity if there is no limit. */
  readonly maxCallsPerSecond: number;
  /** Emails of all approvers; `null` if some of them can't be named. */
  readonly approvers: readonly string[] | null;
  /** The history in the ledger. The desk adds the part that the ledger lacks. */
  readonly history: History;
  now(): number;
  newId(prefix: "evt" | "run"): string;
  sleep(milliseconds: number): Promise<void>;
  complete(event: Event): Promise<Event>;
  /** Reads who is on call. @default no rota can be read */
  readonly readOnCall?: ReadOnCall;
  /** Asks Control to admit the next effects of several runs, in their order. */
  admitAll(requests: readonly AdmissionRequest[]): Promise<readonly Admission[]>;
  readonly replies: Replies;
  hasMessage(run: Run, about: RunMessage["about"]): boolean;
  /**
   * Sends messages to the outbox, in order. Resolves when they are stored; rejects if the outbox can't be reached or
   * fails.
   */
  sendMessages(messages: readonly RunMessage[]): Promise<void>;
  /** Id of the deployed version. @default the platform provides no id */
  readonly code?: string | undefined;
  readonly site?: string;
  /** Returns, by handle, the pseudonyms that replace people in audit entries, and creates those that are missing. */
  findPseudonyms(handles: readonly string[]): Promise<ReadonlyMap<string, Pseudonym>>;
  record(
    events: readonly EventRow[],
    runs: readonly RunRow[],
    audit: readonly LinkWithTexts[],
    inventory: readonly InventoryRow[],
  ): Promise<void>;
  /** Makes the desk start the runs that are due now. */
  wake(): void;
}
