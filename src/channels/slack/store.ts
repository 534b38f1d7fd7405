// The outbox's data about Slack: the meaning of buttons, the addresses for responses to commands, and the positions of
// cards. It also contains the positions of cards in Teams.
import { type Database, openTables } from "../../base/tables.ts";
import { type Posted, RESPONSE_URL_MS, RESPONSE_URL_USES } from "./api.ts";

/** The meaning of a button. Slack only receives its id. */
export type Button =
  | { readonly kind: "confirm" | "withdraw"; readonly run: RunRef; readonly user: string }
  | {
      readonly kind: "approve" | "deny";
      readonly run: RunRef;
      readonly summaries: readonly string[];
      readonly warnings: readonly string[];
      readonly channel: string;
      /** True if the approval is requested from named people, and not only from the approver role. */
      readonly byName: boolean;
    }
  | {
      readonly kind: "follow_up_done" | "follow_up_not_done";
      readonly steps: readonly number[];
      readonly run: RunRef;
      readonly summaries: readonly string[];
    }
  | {
      readonly kind: "page";
      readonly command: string;
      readonly text: string;
      readonly page: string;
      readonly user: string;
    };

export interface RunRef {
  readonly id: string;
  readonly subject: string;
  readonly hash: string;
}

/** The address for responses to the author of a command, click or form. */
interface Conversation {
  readonly user: string;
  readonly responseUrl: string;
  /** The end of the period for responses, in Unix milliseconds. */
  readonly until: number;
  /** The remaining number of responses that Slack allows. */
  readonly left: number;
}

interface Kept {
  readonly button: { readonly button: Button; readonly used: boolean };
  readonly conversation: Conversation;
  /** The position of the message that shows approvers the plan. */
  readonly card: Posted;
}

export const SLACK_TABLES = [
  `
  CREATE TABLE kept (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`,
];

/** How long a row is kept after its expiry, in milliseconds: a stage waits up to 30 days for its approvals. */
const MEMORY_MS = 35 * 24 * 60 * 60_000;

/**
 * The kinds of addresses in Slack. Three kinds have an id. For `person`, it is the email of a person whom a notice or
 * follow-up names; for `asked`, the email of a person who is asked to decide; for `second`, the id of a channel or user
 * that gets the last reminder.
 */
const ADDRESS_KINDS = ["requester", "approvers", "operators", "person", "asked", "second"] as const;
export interface SlackAddress {
  readonly kind: (typeof ADDRESS_KINDS)[number];
  /** The id, or an empty string for an address without an id. */
  readonly id: string;
}

/** Formats an address for the outbox, which stores it as a string. */
export const formatSlackAddress = (kind: SlackAddress["kind"], id = ""): string =>
  id ? `${kind}:${id}` : kind;

/** Parses an address of the outbox. @throws RangeError if its kind is unknown */
export function parseSlackAddress(to: string): SlackAddress {
  const [name = "", ...rest] = to.split(":");
  const kind = ADDRESS_KINDS.find((one) => one === name);
  if (!kind) throw new RangeError(`${name} is not a kind of Slack address`);
  return { kind, id: rest.join(":") };
}

/** Returns the key of a card: the run's id and, if the address `to` names an approver, the approver's email. */
export function cardKey(run: string, to: string): string {
  const { kind, id } = parseSlackAddress(to);
  return kind === "asked" ? `${run} ${id}` : run;
}

export class SlackStore {
  readonly #sql: Database;

  constructor(sql: Database) {
    this.#sql = openTables(sql, "slack", SLACK_TABLES);
  }

  addButton(id: string, button: Button, until: number): void {
    this.#put("button", id, { button, used: false }, until);
  }

  /**
   * Returns a button and its state, or `null` if the button is unknown. `expired`: the button has expired; `used`: a
   * click on the button has had an effect.
   */
  button(
    id: string,
    now: number,
  ): { readonly button: Button; readonly state: "open" | "expired" | "used" } | null {
    const kept = this.#get("button", id);
    if (!kept) return null;
    const { button, used } = kept.value;
    return { button, state: used ? "used" : kept.until < now ? "expired" : "open" };
  }

  useButton(id: string): void {
    const kept = this.#get("button", id);
    if (kept) this.#put("button", id, { ...kept.value, used: true }, kept.until);
  }

  /**
   * Stores the address for responses to a user, unless one is already stored for the subject.
   * @param responseUrl The address; `null` if the bot responds
   */
  saveConversation(subject: string, user: string, responseUrl: string | null, now: number): void {
    if (this.conversation(subject)) return;
    const until = now + RESPONSE_URL_MS;
    const left = responseUrl === null ? 0 : RESPONSE_URL_USES;
    this.#put("conversation", subject, { user, responseUrl: responseUrl ?? "", until, left }, until);
  }

  /** Stores the number of responses that Slack still accepts. */
  leave(subject: string, conversation: Conversation, left: number): void {
    this.#put("conversation", subject, { ...conversation, left }, conversation.until);
  }

  conversation(subject: string): Conversation | null {
    return this.#get("conversation", subject)?.value ?? null;
  }

  /** Stores the position of a card. @param key From {@link cardKey} or, for Teams, from `teamsCardKey` */
  addCard(key: string, card: Posted, now: number): void {
    this.#put("card", key, card, now);
  }

  card(key: string): Posted | null {
    return this.#get("card", key)?.value ?? null;
  }

  /** Deletes data that expired more than 35 days ago. */
  forget(now: number): void {
    this.#sql.exec("DELETE FROM kept WHERE until < ?", now - MEMORY_MS);
  }

  #put<Kind extends keyof Kept>(kind: Kind, id: string, value: Kept[Kind], until: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", kind, id, JSON.stringify(value), until);
  }

  #get<Kind extends keyof Kept>(
    kind: Kind,
    id: string,
  ): { readonly value: Kept[Kind]; readonly until: number } | null {
    const find = "SELECT value, until FROM kept WHERE kind = ? AND id = ?";
    const [row] = this.#sql.exec<{ value: string; until: number }>(find, kind, id);
    return row ? { value: JSON.parse(row.value), until: row.until } : null;
  }
}
