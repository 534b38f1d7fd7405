import { type Database, openTables } from "../../../desk/engine/tables.ts";
import type { OperatorsNotice } from "../../../desk/operate/credential-watch.ts";
import type { RunMessage } from "../../../desk/run-message.ts";
import type { SlackUser } from "../requests.ts";

/** Something that the messenger has to see to. Each has a key by which a repeat of it is known. */
export type Job =
  | {
      readonly kind: "command";
      readonly user: SlackUser;
      readonly channel: string;
      readonly text: string;
      readonly responseUrl: string;
    }
  | {
      readonly kind: "click";
      readonly user: SlackUser;
      readonly button: string;
      readonly responseUrl: string | null;
    }
  | {
      readonly kind: "submission";
      readonly user: SlackUser;
      readonly button: string;
      readonly comment: string | null;
    }
  | ({ readonly kind: "run-message" } & RunMessage)
  /** The last reminder, to who comes after the approvers: a channel or a user. */
  | ({ readonly kind: "escalation"; readonly to: string } & RunMessage)
  /** A plan that waits for an approval, or still does, to the channel in Teams. */
  | ({ readonly kind: "teams-card" } & RunMessage)
  | ({ readonly kind: "operators-notice" } & OperatorsNotice);

/** What a button stands for. Slack sees its id alone. */
export type Button =
  | { readonly does: "confirm" | "cancel"; readonly run: RunRef; readonly user: string }
  | {
      readonly does: "approve" | "deny";
      readonly run: RunRef;
      readonly summaries: readonly string[];
      readonly cautions: readonly string[];
      readonly channel: string;
    }
  /** Reports the task of a run. */
  | {
      readonly does: "task_done" | "task_not_done";
      readonly run: RunRef;
      readonly summaries: readonly string[];
    }
  | {
      readonly does: "page";
      readonly command: string;
      readonly args: Readonly<Record<string, string>>;
      readonly user: string;
    };

/** The plan that a button is about: it decides on no other. */
export interface RunRef {
  readonly id: string;
  readonly subject: string;
  readonly hash: string;
}

/** Where somebody who gave a command is answered. */
interface Conversation {
  readonly user: string;
  readonly channel: string;
  readonly responseUrl: string;
  /** Until when, and how often, Slack takes answers there. Unix milliseconds. */
  readonly until: number;
  readonly left: number;
}

/** A message that shows the plan of a run to approvers. */
interface Card {
  readonly channel: string;
  readonly ts: string;
}

/** By version. */
const TABLES = [
  `
  -- What is to be done, and for a day what was, so that a repeat is known. Jobs of one lane are done in order.
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    lane TEXT NOT NULL,
    job TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER,
    added_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_due ON jobs (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX jobs_lane ON jobs (lane, seq) WHERE due_at IS NOT NULL;

  CREATE TABLE buttons (
    id TEXT PRIMARY KEY,
    button TEXT NOT NULL,
    used_at INTEGER,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- By the subject of the event that a command became.
  CREATE TABLE conversations (
    subject TEXT PRIMARY KEY,
    conversation TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE cards (
    run_id TEXT PRIMARY KEY,
    card TEXT NOT NULL,
    posted_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
];

/** How long a repeat of a job is known as one. Slack's retries end after five minutes. */
const JOB_KEPT_MS = 24 * 60 * 60_000;
/** How long buttons, conversations and cards are kept at most: a plan waits 30 days for its approval, at most. */
const MEMORY_MS = 35 * 24 * 60 * 60_000;

/** A job that is due. */
export interface DueJob {
  readonly key: string;
  readonly attempts: number;
  readonly job: Job;
}

/** The messenger's database. Each method is one synchronous step. */
export class MessengerStore {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "messenger", TABLES);
  }

  /** Keeps a job. @returns whether it is new */
  add(key: string, lane: string, job: Job, now: number): boolean {
    const added = this.#sql.exec(
      "INSERT INTO jobs (key, lane, job, due_at, added_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING 1",
      key,
      lane,
      JSON.stringify(job),
      now,
      now,
    );
    return added.toArray().length > 0;
  }

  /**
   * Jobs that are due and first in their lane, the longest due first.
   * @param longest The longest wait of a job: one that is due later was put off by a clock that has been set back since
   * @param without Keys of those at work
   */
  due(now: number, longest: number, without: readonly string[], limit: number): DueJob[] {
    const rows = this.#sql.exec<{ key: string; attempts: number; job: string }>(
      `SELECT key, attempts, job FROM jobs
       WHERE (due_at <= ? OR due_at > ?) AND key NOT IN (SELECT value FROM json_each(?))
         AND NOT EXISTS (SELECT 1 FROM jobs AS earlier
                         WHERE earlier.lane = jobs.lane AND earlier.due_at IS NOT NULL AND earlier.seq < jobs.seq)
       ORDER BY due_at LIMIT ?`,
      now,
      now + longest,
      JSON.stringify(without),
      limit,
    );
    return Array.from(rows, ({ job, ...row }) => ({ ...row, job: JSON.parse(job) }));
  }

  /** When the next job is due. */
  nextDue(): number | null {
    return this.#sql.exec<{ at: number | null }>("SELECT min(due_at) AS at FROM jobs").one().at;
  }

  later(key: string, dueAt: number): void {
    this.#sql.exec("UPDATE jobs SET due_at = ?, attempts = attempts + 1 WHERE key = ?", dueAt, key);
  }

  done(key: string): void {
    this.#sql.exec("UPDATE jobs SET due_at = NULL, job = NULL WHERE key = ?", key);
  }

  addButton(id: string, button: Button, until: number): void {
    this.#sql.exec(
      "INSERT INTO buttons (id, button, until) VALUES (?, ?, ?)",
      id,
      JSON.stringify(button),
      until,
    );
  }

  /** A button that Slack was shown; `expired` where its time is over, `used` where it was pressed to some effect. */
  button(
    id: string,
    now: number,
  ): { readonly button: Button; readonly state: "open" | "expired" | "used" } | null {
    const [row] = this.#sql.exec<{ button: string; used_at: number | null; until: number }>(
      "SELECT button, used_at, until FROM buttons WHERE id = ?",
      id,
    );
    if (!row) return null;
    const state = row.used_at !== null ? "used" : row.until < now ? "expired" : "open";
    return { button: JSON.parse(row.button), state };
  }

  /** Notes that a button was pressed to some effect. */
  useButton(id: string, now: number): void {
    this.#sql.exec("UPDATE buttons SET used_at = ? WHERE id = ?", now, id);
  }

  converse(subject: string, conversation: Conversation): void {
    this.#sql.exec(
      `INSERT INTO conversations VALUES (?, ?, ?)
       ON CONFLICT (subject) DO UPDATE SET conversation = excluded.conversation`,
      subject,
      JSON.stringify(conversation),
      conversation.until,
    );
  }

  conversation(subject: string): Conversation | null {
    const [row] = this.#sql.exec<{ conversation: string }>(
      "SELECT conversation FROM conversations WHERE subject = ?",
      subject,
    );
    return row ? JSON.parse(row.conversation) : null;
  }

  addCard(runId: string, card: Card, now: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO cards VALUES (?, ?, ?)", runId, JSON.stringify(card), now);
  }

  card(runId: string): Card | null {
    const [row] = this.#sql.exec<{ card: string }>("SELECT card FROM cards WHERE run_id = ?", runId);
    return row ? JSON.parse(row.card) : null;
  }

  /** Forgets what nobody will come back to. */
  forget(now: number): void {
    this.#sql.exec("DELETE FROM jobs WHERE due_at IS NULL AND added_at < ?", now - JOB_KEPT_MS);
    for (const table of ["buttons", "conversations"])
      this.#sql.exec(`DELETE FROM ${table} WHERE until < ?`, now - MEMORY_MS);
    this.#sql.exec("DELETE FROM cards WHERE posted_at < ?", now - MEMORY_MS);
  }
}
