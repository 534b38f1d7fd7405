import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect } from "vitest";
import type * as z from "zod";
import type { InventoryEntry } from "../../src/actions/inventory.ts";
import type { Settings } from "../../src/automations/settings.ts";
import type { SlackSettings } from "../../src/channels/slack/settings.ts";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import type { Bundle } from "../../src/cli/shared/bundle.ts";
import { recordedRun } from "../../src/cli/shared/reeve-api.ts";
import { control, type Stack, tick } from "../../src/cli/start/stack.ts";
import { type AuditLink, ExportedLink } from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import { readLink } from "../../src/ledger/people/texts.ts";
import type { Batch, EventRecord } from "../../src/ledger/shapes.ts";
import type { AgentSettings } from "../../src/policy/agents.ts";
import type { People } from "../../src/policy/people.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { Run } from "../../src/runs/run.ts";
import { MCP_TOOLS } from "../../src/sandbox/tenant/seed/samples.ts";
import { senders } from "../../src/sandbox/vendors/senders.ts";
import type { Replies } from "../../src/systems/reply/replies.ts";
import { until } from "../support/until.ts";
import { sendAsJira } from "../vendors/jira.ts";
import { startStack } from "./stack.ts";
import { type Change, type Delivery, GITA, NORA, type TicketContent, ticketDelivery } from "./tickets.ts";

/** Tools that are gone already in the sample data. */
const GONE = new Set(
  MCP_TOOLS.flatMap(({ id, deletedAt, state }) =>
    deletedAt || state === "MCP_TOOL_STATE_REMOVED" ? [id] : [],
  ),
);

/** An answer of Reeve, read. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly state?: string;
    readonly event?: string;
    readonly run?: string;
    readonly title?: string;
    readonly detail?: string;
    readonly errors?: readonly { readonly member: string }[];
    readonly cautions?: readonly string[];
    readonly id?: string;
    readonly runs?: number;
    readonly preview?: readonly string[];
  };
}

/** Whether fetch failed as a connection was closed under it. */
const isClosed = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(String(error.cause.code));

/** How Reeve is started for a test. */
interface Rules {
  /** The rules of `npm start`, in place of all members before `bindings`. */
  readonly sample?: true;
  readonly enabled?: readonly string[];
  readonly policy?: Partial<z.input<typeof Policy>>;
  readonly replies?: z.input<typeof Replies>;
  readonly fields?: z.input<typeof Settings>["fields"];
  /** What automations go by, where it is not what the sample has. */
  readonly automations?: NonNullable<z.input<typeof Settings>["automations"]>;
  readonly slack?: z.input<typeof SlackSettings>;
  /** Who may do what. @default the sample's people */
  readonly people?: z.input<typeof People>;
  readonly agents?: z.input<typeof AgentSettings>;
  /** Other settings, as they are once they are read. */
  readonly settings?: Partial<Settings>;
  readonly bindings?: Readonly<Record<string, string>>;
  /** Everything outlasts a restart, which is a kill. @default all is in memory */
  readonly keeps?: true;
  /** Takes each log line. */
  readonly log?: (line: string) => void;
  /** The code that runs, in place of this tree's. */
  readonly code?: Bundle;
  /** A tenant that runs already. */
  readonly tenant?: Stack["tenant"];
  /** The tenant is slow, strict and strange. @default the variable `CHAOS` is "on" */
  readonly chaos?: true;
}

/** Something that is stopped after the tests of a file. */
interface Stoppable {
  stop(): Promise<void>;
}

/** Reeve with automations and a policy of the test's own, or with the sample's, and its tenant. */
export class RuledReeve {
  #started: Stack | undefined;
  #rules: Rules;
  #folder: string | undefined;
  #tickets = 0;

  private constructor(rules: Rules = {}) {
    this.#rules = rules;
  }

  static async start(rules: Rules): Promise<RuledReeve> {
    const reeve = new RuledReeve(rules);
    await reeve.#start();
    return reeve;
  }

  /**
   * One for all tests of a file, started before them.
   * @param rules Its rules; or makes them, and what else the tests need: that is given to `stopped`, and stopped after them.
   */
  static forFile(
    rules: Rules | ((stopped: <One extends Stoppable>(one: One) => One) => Promise<Rules>),
  ): RuledReeve {
    const reeve = new RuledReeve(typeof rules === "function" ? {} : rules);
    const others: Stoppable[] = [];
    beforeAll(async () => {
      if (typeof rules === "function")
        reeve.#rules = await rules((one) => {
          others.push(one);
          return one;
        });
      await reeve.#start();
    });
    afterAll(async () => {
      await reeve.stop();
      await Promise.all(others.map((one) => one.stop()));
    });
    return reeve;
  }

  async #start(): Promise<void> {
    const { sample, bindings, keeps, log, chaos, code, tenant, ...rules } = this.#rules;
    this.#folder ??= keeps && mkdtempSync(join(tmpdir(), "reeve-"));
    this.#started = await startStack({
      ...(!sample && { entry: "test/support/reeve-with-rules.ts" }),
      bindings: { ...(!sample && { RULES: JSON.stringify({ ...rules, shortWaits: true }) }), ...bindings },
      ...(this.#folder && { persist: this.#folder }),
      ...(log && { log }),
      ...(chaos && { chaos }),
      ...(code && { code }),
      ...(tenant && { tenant }),
    });
  }

  /**
   * Kills it and starts it again on what it keeps.
   * @param change Members that are others from now on
   * @param outbox SQL that changes the outbox meanwhile
   */
  async restart(change: Omit<Rules, "keeps"> = {}, outbox?: string): Promise<void> {
    await this.#stack.stop();
    this.#rules = { ...this.#rules, ...change };
    if (outbox !== undefined) this.#changeOutbox(outbox);
    await this.#start();
  }

  #changeOutbox(sql: string): void {
    const folder = this.#folder || "";
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const [file = "", ...others] = files.filter((one) => /Outbox\/[0-9a-f]{64}\.sqlite$/.test(one));
    expect(others).toEqual([]);
    const database = new DatabaseSync(join(folder, file));
    database.exec(sql);
    database.close();
  }

  /** Kills it. @returns the folder with the databases of what it keeps */
  async kill(): Promise<string> {
    await this.#stack.stop();
    return join(this.#folder ?? "", "reeve");
  }

  async stop(): Promise<void> {
    await this.#started?.stop();
    if (this.#folder) rmSync(this.#folder, { recursive: true });
  }

  get #stack(): Stack {
    if (!this.#started) throw new Error("Reeve has not been started");
    return this.#started;
  }

  get url(): URL {
    return this.#stack.reeve.url;
  }

  /** What the cron does each minute. */
  minute = (): Promise<void> => tick(this.#stack.reeve);

  get tenant(): Stack["tenant"] {
    return this.#stack.tenant;
  }

  /** The ledger itself, for what the API has no list of. */
  ledger = () => this.#stack.reeve.miniflare.getD1Database("LEDGER", "reeve");

  /** Does something while D1 answers every query of Reeve's with an error: there is no table of those it names. */
  async withoutLedger(work: () => Promise<void>): Promise<void> {
    const ledger = await this.ledger();
    const rename = async (from: string, to: string) => {
      for (const table of ["events", "runs", "audit", "inventory"])
        await ledger.prepare(`ALTER TABLE ${from}${table} RENAME TO ${to}${table}`).run();
    };
    await rename("", "away_");
    try {
      await work();
    } finally {
      await rename("away_", "");
    }
  }

  /** A ticket as Jira sends it. @param issue Its id, for another event of the same. @default a new one */
  ticket(content: TicketContent, issue?: string, change?: Change): Delivery {
    return ticketDelivery(++this.#tickets, content, issue, change);
  }

  /** Delivers, and once more where the connection closes: workerd closes what was idle for 5 seconds, just then perhaps. */
  deliver = ({ body, id }: Delivery): Promise<Response> => {
    const send = () => sendAsJira(this.url, body, { id });
    return send().catch((error: unknown) => {
      if (isClosed(error)) return send();
      throw error;
    });
  };

  /** Delivers a ticket. @returns the id of its event */
  async send(content: TicketContent, issue?: string, change?: Change): Promise<string> {
    const response = await this.deliver(this.ticket(content, issue, change));
    if (response.status !== 202) throw new Error(`not taken in: ${response.status}`);
    return ((await response.json()) as { event: string }).event;
  }

  /** Delivers what a sender was recorded to send. @param change Makes another body of it @returns the id of its event */
  async report(source: string, name: string, change = (body: string) => body): Promise<string> {
    const sender = senders.find((one) => one.source === source);
    if (!sender) throw new Error(`nobody plays ${source}`);
    const { body, headers } = fixture(source, name);
    const response = await deliver(this.url, sender, { body: change(body), headers });
    const answer = (await response.json()) as { event?: string; events?: string[]; ignored?: string };
    const event = answer.event ?? answer.events?.[0];
    if (!event || (response.status !== 202 && !answer.ignored))
      throw new Error(`not taken in: ${response.status}`);
    return event;
  }

  /** What is answered to `GET /api/…`. */
  get = async (path: string): Promise<unknown> => (await fetch(new URL(`/api/${path}`, this.url))).json();

  /** The text of a page. @param operator Who reads it. @default the first of the people */
  page = async (path: string, operator?: string): Promise<string> => {
    const headers = { accept: "text/html", ...(operator && { "reeve-operator": operator }) };
    return (await fetch(new URL(path, this.url), { headers })).text();
  };

  /** The run of an event by this automation, once it is on record in one of these states. */
  async runOf(event: string, automation: string, ...states: readonly Run["state"][]): Promise<Run> {
    return until(`a run of ${event} that is ${states}`, async () => {
      const { runs = [] } = (await this.get(`events/${event}`)) as Partial<EventRecord>;
      const run = runs.findLast((one) => one.automation === automation);
      return run && (states as readonly string[]).includes(run.state) ? this.run(run.id) : null;
    });
  }

  /** A run, once what is on record of it is as wanted. */
  until = (id: string, wanted: (run: Run) => boolean): Promise<Run> =>
    until(`run ${id} as ${wanted}`, async () => {
      const response = await fetch(new URL(`/api/runs/${id}`, this.url));
      const run = response.ok ? ((await response.json()) as Run) : null;
      return run && wanted(run) ? run : null;
    });

  run = (id: string): Promise<Run> => recordedRun(this.url, id);

  /** How many runs of an automation are on record in a state. */
  async count(automation: string, state: Run["state"]): Promise<number> {
    const query = `automation=${automation}&state=${state}&limit=100`;
    let [count, next] = [0, ""];
    do {
      const page = (await this.get(`runs?${query}${next}`)) as { items: unknown[]; next: string | null };
      count += page.items.length;
      next = page.next ? `&cursor=${encodeURIComponent(page.next)}` : "";
    } while (next);
    return count;
  }

  /** `POST /api/…`, signed in as somebody. */
  async post(
    path: string,
    body: unknown,
    operator: string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(new URL(`/api/${path}`, this.url), {
      method: "POST",
      headers: { "content-type": "application/json", "reeve-operator": operator, ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  }

  /** A form as a browser sends it, from the page that has it. */
  async submit(
    from: string,
    action: string,
    fields: Readonly<Record<string, string>>,
    operator: string,
  ): Promise<Response> {
    const headers = { accept: "text/html", "reeve-operator": operator };
    const text = await (await fetch(new URL(from, this.url), { headers })).text();
    const [, csrf = ""] = /name="csrf" value="([\w-]+)"/.exec(text) ?? [];
    return fetch(new URL(action, this.url), {
      method: "POST",
      redirect: "manual",
      headers: {
        ...headers,
        origin: this.url.origin,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ csrf, reason: "as agreed", ...fields }).toString(),
    });
  }

  /** Makes one decision for all runs of a filter, and waits until it is made. */
  async decideAll(decision: string, filter: object, operator: string, reason = "as agreed") {
    const made = await this.post("batches", { decision, filter, reason }, operator);
    if (made.status !== 202) throw new Error(JSON.stringify(made));
    return this.batch(made.body.id ?? "");
  }

  /** A batch that is at work no more. */
  batch = (id: string): Promise<Batch> =>
    until(`the end of batch ${id}`, async () => {
      const batch = (await this.get(`batches/${id}`)) as Batch;
      return batch.state !== "working" && batch;
    });

  decide = ({ id }: Pick<Run, "id">, decision: object, operator: string): Promise<Answer> =>
    this.post(`runs/${id}/decisions`, { reason: "as agreed", ...decision }, operator);

  /** Approves the plan that a run has. */
  approve = (run: Pick<Run, "id" | "plan">, operator = NORA): Promise<Answer> =>
    this.decide(run, { decision: "approved", hash: run.plan?.hash }, operator);

  /** Has Nora approve a plan that waits, and waits until it is carried out. */
  async approved(run: Run, end: Run["state"] = "done"): Promise<Run> {
    const { status, body } = await this.approve(run);
    if (status !== 200) throw new Error(`not approved: ${JSON.stringify(body)}`);
    return this.until(run.id, ({ state }) => state === end);
  }

  /** Has an automation look that goes by the clock. @returns the id of the event */
  async due(automation: string, operator = GITA): Promise<string> {
    const { status, body } = await this.post(`automations/${automation}/due`, { reason: "a test" }, operator);
    if (status !== 202 || !body.event) throw new Error(`${automation} is not due: ${JSON.stringify(body)}`);
    return body.event;
  }

  /** Adds these to the inventory, each `{ kind, data }`, on Gita's word. */
  async addEntries(...entries: readonly { readonly kind: string; readonly data: unknown }[]): Promise<void> {
    const { status, body } = await this.post("inventory", { entries, reason: "a test" }, GITA);
    if (status !== 200) throw new Error(`not added: ${JSON.stringify(body)}`);
  }

  /** The inventory's entries of a kind. */
  async inventory(kind: string): Promise<InventoryEntry[]> {
    const { items } = (await this.get(`inventory?kind=${kind}&limit=100`)) as { items: InventoryEntry[] };
    return items;
  }

  /** How often the tenant was asked for an operation. */
  calls = async (operation: string): Promise<number> => {
    const counts = await control<{ calls: Record<string, number> }>(this.tenant, "GET", "calls");
    return counts.calls[operation] ?? 0;
  };

  /** How many calls of an operation the tenant refused: above its rate, for one, after which they are made again. */
  refused = async (operation: string): Promise<number> => {
    const counts = await control<{ refused: Record<string, number> }>(this.tenant, "GET", "calls");
    return counts.refused[operation] ?? 0;
  };

  /** How often the tenant did what an operation asks for. */
  carriedOut = async (operation: string): Promise<number> =>
    (await this.calls(operation)) - (await this.refused(operation));

  fault = (operation: string, how: object): Promise<unknown> =>
    control(this.tenant, "POST", "faults", { operation, ...how });

  /** The ids of all tools, and of those that are retired. */
  async tools(): Promise<{ readonly all: string[]; readonly retired: string[] }> {
    const { tools } = await control<{ tools: { id: string; deletedAt?: string }[] }>(
      this.tenant,
      "GET",
      "tools",
    );
    const there = tools.filter(({ id }) => !GONE.has(id));
    return {
      all: there.map(({ id }) => id),
      retired: there.filter(({ deletedAt }) => deletedAt).map(({ id }) => id),
    };
  }

  /** The names of the campaigns that Reeve has started, sorted. @param like A part of the name */
  async campaigns(like: string): Promise<string[]> {
    const { campaigns } = await control<{ campaigns: { accessReview: { displayName: string } }[] }>(
      this.tenant,
      "GET",
      "campaigns",
    );
    const names = campaigns.map(({ accessReview }) => accessReview.displayName);
    return names.filter((name) => name.includes(like)).sort();
  }

  /** The owners of GitHub MCP. */
  async owners(): Promise<readonly { readonly userId: string; readonly roleSlug: string }[]> {
    const { connectorOwners } = await control<{
      connectorOwners: { connectorId: string; userId: string; roleSlug: string }[];
    }>(this.tenant, "GET", "owners");
    return connectorOwners.filter(({ connectorId }) => connectorId === "con_github_mcp");
  }

  /** The roles in which Ada owns GitHub MCP. */
  roles = async (): Promise<string[]> =>
    (await this.owners()).filter(({ userId }) => userId === "usr_ada_marsh").map(({ roleSlug }) => roleSlug);

  /** The whole audit trail. @throws Error where its chains do not verify */
  async audit(): Promise<AuditLink[]> {
    const text = await (await fetch(new URL("/api/audit.ndjson", this.url))).text();
    const verified = await verify(text.split("\n"));
    if (!verified.ok) throw new Error(`the audit trail is broken: ${JSON.stringify(verified.reason)}`);
    const entries = text.split("\n").flatMap((line): AuditLink[] => {
      if (line === "") return [];
      const { texts = {}, ...link } = ExportedLink.parse(JSON.parse(line));
      return [readLink({ link, texts })];
    });
    if (entries.length !== verified.value.entries) throw new Error("the audit trail has gaps");
    return entries;
  }

  /** Waits for the end of a run's reply. @returns the trail's entry on it */
  replied = ({ id }: Pick<Run, "id">): Promise<AuditLink> =>
    until(`the end of the reply of ${id}`, async () =>
      (await this.audit()).find(({ runId, type }) => runId === id && type.startsWith("reply.")),
    );

  /** What the audit trail says of a run, as `type actor` in order. */
  async story({ id }: Pick<Run, "id">): Promise<string[]> {
    return (await this.audit())
      .filter(({ runId }) => runId === id)
      .map(({ type, actor }) => `${type} ${actor}`);
  }
}
