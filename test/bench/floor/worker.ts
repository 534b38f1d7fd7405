// The floor: the minimum cost of a durable run on workerd. It verifies a signature, stores the delivery in a Durable
// Object before it responds, searches a user and creates an owner, and stores each step. It has no retries, order,
// approval or record.
import { DurableObject } from "cloudflare:workers";

interface FloorEnv {
  readonly FLOOR: DurableObjectNamespace<Floor>;
  readonly ORIGIN: string;
  readonly AUTHORIZATION: string;
  readonly SECRET: string;
}

/** Maximum runs in progress. */
const MAX_IN_PROGRESS = 64;
/** How long before an interrupted run would be continued. Each delivery sets an alarm, like in Reeve. */
const ALARM_MS = 60_000;
const ROLES: Readonly<Record<string, string>> = { Owner: "owner", Reviewer: "reviewer" };

export class Floor extends DurableObject<FloorEnv> {
  readonly #waiting: string[] = [];
  #inProgress = 0;

  constructor(ctx: DurableObjectState, env: FloorEnv) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS runs (id TEXT PRIMARY KEY, state TEXT NOT NULL, body TEXT NOT NULL, answer TEXT) WITHOUT ROWID",
    );
  }

  /** Stores a delivery. @returns false if it is known */
  accept(id: string, body: string): boolean {
    const inserted = this.ctx.storage.sql
      .exec("INSERT INTO runs VALUES (?, 'new', ?, NULL) ON CONFLICT DO NOTHING RETURNING id", id, body)
      .toArray();
    if (inserted.length === 0) return false;
    void this.ctx.storage.setAlarm(Date.now() + ALARM_MS);
    this.#waiting.push(id);
    if (this.#inProgress < MAX_IN_PROGRESS) void this.#work();
    return true;
  }

  override alarm(): void {}

  async #work(): Promise<void> {
    this.#inProgress++;
    for (let id = this.#waiting.shift(); id !== undefined; id = this.#waiting.shift()) await this.#run(id);
    this.#inProgress--;
  }

  async #run(id: string): Promise<void> {
    const { sql } = this.ctx.storage;
    const { body } = sql.exec<{ body: string }>("SELECT body FROM runs WHERE id = ?", id).one();
    const { fields } = JSON.parse(body).issue;
    const email = fields.customfield_10061;
    const found = await this.#post("/api/v1/search/users", { email, userStatuses: ["ENABLED"] });
    sql.exec("UPDATE runs SET state = 'sending', answer = ? WHERE id = ?", found, id);
    const [{ user }] = JSON.parse(found).list;
    const role = ROLES[fields.customfield_10063.value];
    const path = `/api/v2/apps/app_github/connectors/con_github_mcp/owners/users/${role}/${user.id}`;
    const created = await this.#post(path, { userRef: { id: user.id } });
    sql.exec("UPDATE runs SET state = 'done', answer = ? WHERE id = ?", created, id);
  }

  async #post(path: string, body: unknown): Promise<string> {
    const response = await fetch(`${this.env.ORIGIN}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: this.env.AUTHORIZATION },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }
}

let key: Promise<CryptoKey> | undefined;

export default {
  async fetch(request, { FLOOR, SECRET }) {
    key ??= crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode(SECRET),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    const body = await request.arrayBuffer();
    const hex = request.headers.get("x-hub-signature")?.replace("sha256=", "") ?? "";
    const signature = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    if (!(await crypto.subtle.verify("HMAC", await key, signature, body)))
      return new Response(null, { status: 401 });
    const id = request.headers.get("x-atlassian-webhook-identifier") ?? "";
    const isNew = await FLOOR.getByName("floor").accept(id, new TextDecoder().decode(body));
    return Response.json({ event: id }, { status: isNew ? 202 : 200 });
  },
} satisfies ExportedHandler<FloorEnv>;
