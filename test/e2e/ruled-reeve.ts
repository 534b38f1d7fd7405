import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect } from "vitest";
import type * as z from "zod";
import type { InventoryEntry } from "../../src/actions/inventory.ts";
import type { SlackSettings } from "../../src/channels/slack/settings.ts";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import type { Bundle } from "../../src/cli/shared/bundle.ts";
import { recordedRun } from "../../src/cli/shared/reeve-api.ts";
import { control, type Stack, tick } from "../../src/cli/start/stack.ts";
import type { Settings } from "../../src/kit/settings.ts";
import { type AuditLink, ExportedLink } from "../../src/ledger/audit-chain.ts";
import { verify } from "../../src/ledger/audit-verify.ts";
import { readLink } from "../../src/ledger/people/texts.ts";
import type { Batch, EventRecord } from "../../src/ledger/shapes.ts";
import type { AgentSettings } from "../../src/policy/agents.ts";
import type { People } from "../../src/policy/people.ts";
import type { Policy } from "../../src/policy/policy.ts";
import type { Run } from "../../src/runs/run.ts";
import { MCP_TOOLS } from "../../src/sandbox/tenant/seed/samples.ts";
import { actions, senders } from "../../src/sandbox/vendors/senders.ts";
import type { Replies } from "../../src/systems/reply/replies.ts";
import { until } from "../support/until.ts";
import { sendAsJira } from "../vendors/jira.ts";
import { startStack } from "./stack.ts";
import { type Change, type Delivery, GITA, NORA, type TicketContent, ticketDelivery } from "./tickets.ts";

/** Tools that are already removed in the sample data. */
const GONE = new Set(
  MCP_TOOLS.flatMap(({ id, deletedAt, state }) =>
    deletedAt || state === "MCP_TOOL_STATE_REMOVED" ? [id] : [],
  ),
);

/** A parsed response from Reeve. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly state?: string;
    readonly event?: string;
    readonly run?: string;
    readonly title?: string;
    readonly detail?: string;
    readonly errors?: readonly { readonly member: string }[];
    readonly warnings?: readonly string[];
    readonly id?: string;
    readonly runs?: number;
    readonly preview?: readonly string[];
  };
}

/** Returns true if fetch failed because the connection was closed. */
const isClosed = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(String(error.cause.code));

/** The options for starting Reeve for a test. */
interface Rules {
  /** True to use the rules of `npm start` instead of all properties before `bindings`. */
  readonly sample?: true;
  readonly enabled?: readonly string[];
  readonly policy?: Partial<z.input<typeof Policy>>;
  readonly replies?: z.input<typeof Replies>;
  readonly fields?: z.input<typeof Settings>["fields"];
  /** Settings of automations that differ from the sample's. */
  readonly automations?: NonNullable<z.input<typeof Settings>["automations"]>;
  readonly slack?: z.input<typeof SlackSettings>;
  /** People and their roles. @default the sample's people */
  readonly people?: z.input<typeof People>;
  readonly agents?: z.input<typeof AgentSettings>;
  /** Other settings, in their parsed form. */
  readonly settings?: Partial<Settings>;
  readonly bindings?: Readonly<Record<string, string>>;
  /** True to store data on disk, so that it survives a restart, which is a crash. @default data is in memory */
  readonly keeps?: true;
  /** Receives each log line. */
  readonly log?: (line: string) => void;
  /** The code to run instead of this tree's. */
  readonly code?: Bundle;
  /** A running tenant to use. */
  readonly tenant?: Stack["tenant"];
  /** True for a tenant that is slow, strict and unusual. @default true if the variable `CHAOS` is "on" */
  readonly chaos?: true;
}

/** A resource that is stopped after the tests of a file. */
interface Stoppable {
  stop(): Promise<void>;
}

/** Reeve with a test's own automations and policy, or with the sample's, together with its tenant. */
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
   * Returns one Reeve for all tests of a file, started before them.
   * @param rules Its rules, or a function that creates them and further resources. The function passes the resources to
   * `stopped`, which stops them after the tests.
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
   * Crashes Reeve and starts it again on its data.
   * @param change Options that differ from now on
   * @param outbox SQL that changes the outbox in the meantime
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

  /** Crashes Reeve. @returns the folder with the databases */
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

  /** Runs the cron's work of a minute. */
  minute = (): Promise<void> => tick(this.#stack.reeve);

  get tenant(): Stack["tenant"] {
    return this.#stack.tenant;
  }

  /** Returns the ledger itself, for data that the API does not list. */
  ledger = () => this.#stack.reeve.miniflare.getD1Database("LEDGER", "reeve");

  /** Runs a function while D1 responds to every query of Reeve with an error, because the tables are renamed. */
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

  /**
   * Returns a ticket as Jira sends it.
   * @param issue Its id, for another event of the same ticket. @default a new one
   */
  ticket(content: TicketContent, issue?: string, change?: Change): Delivery {
    return ticketDelivery(++this.#tickets, content, issue, change);
  }

  /**
   * Sends a delivery, and repeats it if the connection was closed: workerd closes connections that were idle for 5
   * seconds.
   */
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

  /**
   * Sends a recorded delivery.
   * @param change Changes its body
   * @returns the id of its event
   */
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

  /** Requests an action by a script's signed request. @returns the id of its event */
  async request(action: string, input: object, requester = GITA): Promise<string> {
    const body = JSON.stringify({ action, input, requester: { email: requester } });
    const sender = { ...actions, path: `actions/${action}` };
    const response = await deliver(this.url, sender, { body }, { id: crypto.randomUUID() });
    if (response.status !== 202) throw new Error(`not taken in: ${response.status}`);
    return ((await response.json()) as { event: string }).event;
  }

  /** Returns the response to `GET /api/…`. */
  get = async (path: string): Promise<unknown> => (await fetch(new URL(`/api/${path}`, this.url))).json();

  /** Returns the text of a page. @param operator Who opens it. @default the first of the people */
  page = async (path: string, operator?: string): Promise<string> => {
    const headers = { accept: "text/html", ...(operator && { "reeve-operator": operator }) };
    return (await fetch(new URL(path, this.url), { headers })).text();
  };

  /** Returns the run of an event by this automation, once it is recorded in one of these states. */
  async runOf(event: string, automation: string, ...states: readonly Run["state"][]): Promise<Run> {
    return until(`a run of ${event} that is ${states}`, async () => {
      const { runs = [] } = (await this.get(`events/${event}`)) as Partial<EventRecord>;
      const run = runs.findLast((one) => one.automation === automation);
      return run && (states as readonly string[]).includes(run.state) ? this.run(run.id) : null;
    });
  }

  /** Sends a ticket. @returns the automation's run for it, once its plan waits for an approval */
  planned = async (automation: string, ...ticket: Parameters<RuledReeve["send"]>): Promise<Run> =>
    this.runOf(await this.send(...ticket), automation, "awaiting_approval");

  /** Returns a run, once its recorded data satisfies a condition. */
  until = (id: string, wanted: (run: Run) => boolean): Promise<Run> =>
    until(`run ${id} as ${wanted}`, async () => {
      const response = await fetch(new URL(`/api/runs/${id}`, this.url));
      const run = response.ok ? ((await response.json()) as Run) : null;
      return run && wanted(run) ? run : null;
    });

  run = (id: string): Promise<Run> => recordedRun(this.url, id);

  /** Counts the recorded runs of an automation in a state. */
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

  /** Sends `POST /api/…` as a given person. */
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

  /** Submits a form like a browser, from its page. */
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

  /** Decides about all runs of a filter in one batch, and waits until the batch has ended. */
  async decideAll(decision: string, filter: object, operator: string, reason = "as agreed") {
    const made = await this.post("batches", { decision, filter, reason }, operator);
    if (made.status !== 202) throw new Error(JSON.stringify(made));
    return this.batch(made.body.id ?? "");
  }

  /** Returns a batch once it has stopped working. */
  batch = (id: string): Promise<Batch> =>
    until(`the end of batch ${id}`, async () => {
      const batch = (await this.get(`batches/${id}`)) as Batch;
      return batch.state !== "working" && batch;
    });

  decide = ({ id }: Pick<Run, "id">, decision: object, operator: string): Promise<Answer> =>
    this.post(`runs/${id}/decisions`, { reason: "as agreed", ...decision }, operator);

  /** Approves a run's plan. */
  approve = (run: Pick<Run, "id" | "plan">, operator = NORA): Promise<Answer> =>
    this.decide(run, { decision: "approved", hash: run.plan?.hash }, operator);

  /** Approves a waiting plan as Nora, and waits until it is carried out. */
  async approved(run: Run, end: Run["state"] = "done"): Promise<Run> {
    const { status, body } = await this.approve(run);
    if (status !== 200) throw new Error(`not approved: ${JSON.stringify(body)}`);
    return this.until(run.id, ({ state }) => state === end);
  }

  /** Starts a scheduled automation. @returns the id of the event */
  async due(automation: string, operator = GITA): Promise<string> {
    const { status, body } = await this.post(`automations/${automation}/due`, { reason: "a test" }, operator);
    if (status !== 202 || !body.event) throw new Error(`${automation} is not due: ${JSON.stringify(body)}`);
    return body.event;
  }

  /** Adds entries to the inventory as Gita, each `{ kind, data }`. */
  async addEntries(...entries: readonly { readonly kind: string; readonly data: unknown }[]): Promise<void> {
    const { status, body } = await this.post("inventory", { entries, reason: "a test" }, GITA);
    if (status !== 200) throw new Error(`not added: ${JSON.stringify(body)}`);
  }

  /** Lists the inventory's entries of a kind. */
  async inventory(kind: string): Promise<InventoryEntry[]> {
    const { items } = (await this.get(`inventory?kind=${kind}&limit=100`)) as { items: InventoryEntry[] };
    return items;
  }

  /** Counts the tenant's calls of an operation. */
  calls = async (operation: string): Promise<number> => {
    const counts = await control<{ calls: Record<string, number> }>(this.tenant, "GET", "calls");
    return counts.calls[operation] ?? 0;
  };

  /**
   * Counts the calls of an operation that the tenant rejected, for example above its rate, after which they are
   * repeated.
   */
  refused = async (operation: string): Promise<number> => {
    const counts = await control<{ refused: Record<string, number> }>(this.tenant, "GET", "calls");
    return counts.refused[operation] ?? 0;
  };

  /** Counts how often the tenant carried out an operation. */
  carriedOut = async (operation: string): Promise<number> =>
    (await this.calls(operation)) - (await this.refused(operation));

  fault = (operation: string, how: object): Promise<unknown> =>
    control(this.tenant, "POST", "faults", { operation, ...how });

  /** Lists the ids of all tools, and of the retired ones. */
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

  /** Lists the names of the campaigns that Reeve has started, sorted. @param like A part of the name */
  async campaigns(like: string): Promise<string[]> {
    const { campaigns } = await control<{ campaigns: { accessReview: { displayName: string } }[] }>(
      this.tenant,
      "GET",
      "campaigns",
    );
    const names = campaigns.map(({ accessReview }) => accessReview.displayName);
    return names.filter((name) => name.includes(like)).sort();
  }

  /** Lists the owners of GitHub MCP. */
  async owners(): Promise<readonly { readonly userId: string; readonly roleSlug: string }[]> {
    const { connectorOwners } = await control<{
      connectorOwners: { connectorId: string; userId: string; roleSlug: string }[];
    }>(this.tenant, "GET", "owners");
    return connectorOwners.filter(({ connectorId }) => connectorId === "con_github_mcp");
  }

  /** Lists the roles in which Ada owns GitHub MCP. */
  roles = async (): Promise<string[]> =>
    (await this.owners()).filter(({ userId }) => userId === "usr_ada_marsh").map(({ roleSlug }) => roleSlug);

  /** Returns the whole audit trail. @throws Error if a chain fails verification */
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

  /** Waits for the end of a run's reply. @returns its entry in the audit trail */
  replied = ({ id }: Pick<Run, "id">): Promise<AuditLink> =>
    until(`the end of the reply of ${id}`, async () =>
      (await this.audit()).find(({ runId, type }) => runId === id && type.startsWith("reply.")),
    );

  /** Returns a run's entries in the audit trail, as `type actor` in order. */
  async story({ id }: Pick<Run, "id">): Promise<string[]> {
    return (await this.audit())
      .filter(({ runId }) => runId === id)
      .map(({ type, actor }) => `${type} ${actor}`);
  }
}
