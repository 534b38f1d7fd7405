// What the outbox remembers for Slack: what buttons stand for, where a command is answered, where cards are.
import { type Database, openTables } from "../../desk/engine/tables.ts";

/** Something that somebody did in Slack, to be dealt with after its three seconds. Users are named by their ids. */
export type SlackJob =
  | {
      readonly kind: "command";
      readonly user: string;
      readonly text: string;
      readonly responseUrl: string;
    }
  | {
      readonly kind: "click";
      readonly user: string;
      readonly button: string;
      readonly responseUrl: string | null;
    }
  | {
      readonly kind: "submission";
      readonly user: string;
      readonly button: string;
      readonly comment: string | null;
    };

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

/** How long buttons, conversations and cards are kept at most: a plan waits 30 days for its approval, at most. */
const MEMORY_MS = 35 * 24 * 60 * 60_000;

/** Each method is one synchronous step. */
export class SlackStore {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "slack", TABLES);
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
    for (const table of ["buttons", "conversations"])
      this.#sql.exec(`DELETE FROM ${table} WHERE until < ?`, now - MEMORY_MS);
    this.#sql.exec("DELETE FROM cards WHERE posted_at < ?", now - MEMORY_MS);
  }
}
