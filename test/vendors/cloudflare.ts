import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import type { Answered, VendorRequest } from "../../src/sandbox/vendors/serve.ts";
import { textAt, valueAt } from "../../src/systems/reading/json.ts";
import { startVendor, type VendorStub } from "./stub.ts";

const TOKEN = "cloudflare-api-token-of-the-tests-0000000";
const ACCOUNT = "0123456789abcdef0123456789abcdef";
const VERSION = "00000000-0000-4000-8000-000000000001";
const SUBDOMAIN = "example";

/** Returns the variables with which wrangler reaches the stub. */
export const cloudflareVariables = (url: string) => ({
  CLOUDFLARE_API_BASE_URL: `${url}/client/v4`,
  CLOUDFLARE_API_TOKEN: TOKEN,
  CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
  WRANGLER_SEND_METRICS: "false",
});

/** An account in its current state, which tests can change. */
export interface Account {
  readonly namespaces: { readonly id: string; readonly title: string }[];
  readonly databases: { readonly uuid: string; readonly name: string; readonly sqlite: DatabaseSync }[];
  /** Names of the Worker's secrets. The API never returns their values. */
  readonly secrets: Set<string>;
  /** The metadata of the uploaded Worker, or `null` before the first upload. */
  script: unknown;
  /** The files of the uploaded Worker. */
  modules: readonly string[];
  schedules: unknown;
}

/**
 * Simulates Cloudflare's API as far as a deployment uses it, by its documented rules (developers.cloudflare.com/api).
 */
export interface CloudflareStub extends VendorStub {
  readonly account: Account;
  /** Requests for which it has no rule. Tests expect none. */
  readonly unknown: readonly string[];
  /** Lists the requests that change something, as `METHOD path`. */
  changes(): string[];
}

export async function startCloudflare(): Promise<CloudflareStub> {
  const account: Account = {
    namespaces: [],
    databases: [],
    secrets: new Set(),
    script: null,
    modules: [],
    schedules: null,
  };
  const unknown: string[] = [];
  const stub = await startVendor((asked) => {
    if (asked.headers["authorization"] !== `Bearer ${TOKEN}`) return no(400, 10_000, "Authentication error");
    const answer = respond(account, asked);
    if (!answer) unknown.push(`${asked.method} ${asked.path}`);
    return answer ?? no(404, 7_003, "Could not route to the path");
  });
  return {
    ...stub,
    account,
    unknown,
    changes: () =>
      stub.asked
        .filter(({ method, path }) => method !== "GET" && !path.endsWith("/query"))
        .map(({ method, path }) => `${method} ${path.replace(/^.*\/accounts\/[^/]+/, "")}`),
  };
}

const yes = (result: unknown, more: object = {}): Answered => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result, ...more },
});
const no = (status: number, code: number, ...messages: readonly string[]): Answered => ({
  status,
  body: {
    success: false,
    errors: messages.map((message) => ({ code, message })),
    messages: [],
    result: null,
  },
});
function respond(account: Account, asked: VendorRequest): Answered | null {
  const { method, path, body } = asked;
  const [, inside] = /^\/client\/v4\/accounts\/[0-9a-f]{32}\/(.*)$/.exec(path) ?? [];
  const script = /^workers\/(?:scripts|services|workers)\/reeve(?:-test)?(?:\/(.*))?$/.exec(inside ?? "");
  if (script) return ofScript(account, asked, script[1] ?? "");
  switch (`${method} ${inside}`) {
    case "GET storage/kv/namespaces":
      return yes(account.namespaces, { result_info: { page: 1, count: account.namespaces.length } });
    case "POST storage/kv/namespaces": {
      const title = textAt(body, "title") ?? "";
      if (account.namespaces.some((one) => one.title === title))
        return no(400, 10_014, "a namespace with this account ID and title already exists");
      const made = { id: randomUUID().replaceAll("-", ""), title };
      account.namespaces.push(made);
      return yes(made);
    }
    case "POST d1/database": {
      const name = textAt(body, "name") ?? "";
      if (account.databases.some((one) => one.name === name))
        return no(400, 7_502, `Database with name '${name}' already exists`);
      const made = { uuid: randomUUID(), name };
      account.databases.push({ ...made, sqlite: new DatabaseSync(":memory:") });
      return yes(made);
    }
    case "GET d1/database":
      return yes(account.databases.map(({ uuid, name }) => ({ uuid, name })));
    case "GET workers/subdomain":
      return yes({ subdomain: SUBDOMAIN });
    default:
      return ofNamespace(account, method, inside ?? "") ?? ofDatabase(account, asked, inside ?? "");
  }
}

function ofNamespace({ namespaces }: Account, method: string, path: string): Answered | null {
  const [, id] = /^storage\/kv\/namespaces\/(\w+)$/.exec(path) ?? [];
  if (id === undefined || method !== "DELETE") return null;
  const nth = namespaces.findIndex((one) => one.id === id);
  if (nth < 0) return no(404, 10_013, "namespace not found");
  namespaces.splice(nth, 1);
  return yes(null);
}

function ofDatabase({ databases }: Account, { method, body }: VendorRequest, path: string): Answered | null {
  const [, id, rest] = /^d1\/database\/([\w-]+)(?:\/(query))?$/.exec(path) ?? [];
  if (id === undefined) return null;
  const database = databases.find(({ uuid, name }) => uuid === id || name === id);
  if (!database) return no(404, 7_404, `The database ${id} could not be found`);
  if (method === "DELETE" && rest === undefined) {
    databases.splice(databases.indexOf(database), 1);
    return yes(null);
  }
  if (method === "GET" && rest === undefined)
    return yes({ uuid: database.uuid, name: database.name, version: "production" });
  if (method !== "POST" || rest === undefined) return null;
  try {
    return yes([query(database.sqlite, textAt(body, "sql") ?? "")]);
  } catch (error) {
    return no(400, 7_500, error instanceof Error ? error.message : String(error));
  }
}

/** Runs several statements in one transaction; a single SELECT returns its rows (developers.cloudflare.com/d1). */
function query(sqlite: DatabaseSync, sql: string): object {
  const meta = { duration: 0, changes: 0, rows_read: 0, rows_written: 0 };
  if (/^\s*SELECT\b/i.test(sql)) return { results: sqlite.prepare(sql).all(), success: true, meta };
  sqlite.exec(`BEGIN; ${sql}; COMMIT`);
  return { results: [], success: true, meta };
}

type Binding = z.infer<typeof Binding>;
const Binding = z.looseObject({ type: z.string(), name: z.string() });
/** The metadata of a Worker's upload, without its files. */
const Metadata = z.looseObject({ bindings: z.array(Binding).default([]) });

function ofScript(account: Account, { method, body }: VendorRequest, path: string): Answered | null {
  const missing = () => no(404, 10_007, "This Worker does not exist on your account.");
  if (method === "PUT" && path === "") {
    const metadata = Metadata.parse(
      JSON.parse(/name="metadata"[^\n]*\n(?:[^\n]+\n)*\r?\n(\{.*\})\r?\n/.exec(String(body))?.[1] ?? ""),
    );
    const before = account.script === null ? [] : Metadata.parse(account.script).bindings;
    const isMissing = ({ type, name }: Binding) =>
      type === "inherit" && !account.secrets.has(name) && !before.some((one) => one.name === name);
    const missing = metadata.bindings.filter(isMissing);
    if (missing.length > 0)
      return no(400, 10_057, ...missing.map(({ name }) => `inherit binding '${name}' is invalid`));
    for (const { type, name } of metadata.bindings) if (type === "secret_text") account.secrets.add(name);
    // The values of secrets are never returned.
    const bindings = metadata.bindings.flatMap((binding) => {
      const kept = binding.type === "inherit" ? before.find(({ name }) => name === binding.name) : binding;
      return kept && kept.type !== "secret_text" ? kept : [];
    });
    account.script = { ...metadata, bindings };
    account.modules = Array.from(String(body).matchAll(/ filename="([^"]+)"/g), ([, name = ""]) => name);
    return yes({
      id: "reeve",
      etag: "1",
      startup_time_ms: 20,
      has_assets: false,
      handlers: ["fetch", "scheduled"],
    });
  }
  if (account.script === null)
    return path === "" && method === "GET" ? no(404, 10_090, "This service does not exist.") : missing();
  switch (`${method} ${path}`) {
    case "GET ":
      return yes({
        id: "reeve",
        name: "reeve",
        subdomain: { enabled: true, previews_enabled: true },
        references: {},
        default_environment: { environment: "production", script: { last_deployed_from: "wrangler" } },
      });
    // With `?force=true`, the Worker's Durable Objects are deleted too.
    case "DELETE ":
      account.script = null;
      account.secrets.clear();
      account.schedules = null;
      return yes(null);
    case "GET deployments":
      return yes({
        deployments: [
          {
            id: randomUUID(),
            source: "wrangler",
            strategy: "percentage",
            versions: [{ version_id: VERSION, percentage: 100 }],
          },
        ],
      });
    case "GET settings":
      return yes(account.script);
    case "GET secrets":
      return yes(Array.from(account.secrets, (name) => ({ name, type: "secret_text" })));
    // The service and environment to which it belongs.
    case "PATCH script-settings":
      return yes(body);
    case "PUT schedules":
      account.schedules = body;
      return yes({ schedules: body });
    case "POST subdomain":
      return yes({ enabled: valueAt(body, "enabled"), previews_enabled: valueAt(body, "previews_enabled") });
    default:
      return null;
  }
}
