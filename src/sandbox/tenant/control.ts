// Handles requests under `/_control/`, on local stacks only: for example reset, seed, credentials, clock, faults,
// switches, and lists that the API lacks.
import { z } from "zod";
import { ifPossible } from "../../base/if-possible.ts";
import type { AccessReview } from "../../governance/contract/campaigns.ts";
import { CatalogEntry } from "../../governance/contract/mcp.ts";
import { Id } from "../../governance/contract/primitives.ts";
import { CredentialRequest, deleteCredential, issueCredential, listCredentials } from "./auth/credentials.ts";
import { callCounts } from "./calls.ts";
import { notFound, TenantError } from "./errors.ts";
import { Fault, listFaults, setFaults } from "./faults.ts";
import { INSERT_AUDIT_EVENTS, OcsfEvent } from "./handlers/audit-events.ts";
import { campaignNow, startCampaign } from "./handlers/campaigns.ts";
import { changeTool, INSERT_CATALOG_ENTRIES, Sync, syncConnector, ToolChange } from "./handlers/mcp.ts";
import { listOwners } from "./handlers/owners.ts";
import { methodNotAllowed, parse, readJson } from "./request.ts";
import { listResources } from "./resources.ts";
import { advanceClock, insertRows, type OnRecord } from "./rows.ts";
import { SPECIFICATION_ALONE } from "./switches/differences.ts";
import { CHAOS, DELIVERED, SomeSwitches, setSwitches } from "./switches/switches.ts";
import { deleteUser, putUsers, UserUpsert } from "./users.ts";
import {
  addListener,
  Listener,
  listListeners,
  listWebhooks,
  sendWebhook,
  WebhookToSend,
} from "./webhooks.ts";
import type { Place } from "./world.ts";

interface ControlRoom extends Place {
  reset(): void;
  seed(users: number): void;
}

interface ControlRoute {
  readonly body: z.ZodType;
  /**
   * @param id The path's last segment, for routes that end in an id
   * @returns the response body, or `undefined` for `{}`
   */
  run(room: ControlRoom, body: unknown, id: string): unknown;
}

const route = <Body extends z.ZodType>(
  body: Body,
  run: (room: ControlRoom, body: z.output<Body>, id: string) => unknown,
): ControlRoute => ({ body, run: (room, parsed, id) => run(room, parsed as z.output<Body>, id) });

const nothing = z.object({});
const plain = (run: (room: ControlRoom) => unknown) => route(nothing, run);
const remove = (kind: string, from: (sql: SqlStorage, id: string) => boolean) =>
  route(nothing, ({ sql }, _, id) => {
    if (!from(sql, id)) throw notFound(kind, id);
  });

const DEFAULT_USERS = 200;
const MAX_USERS = 10_000;
const MAX_AUDIT_EVENTS = 10_000;
const MAX_ADVANCE_SECONDS = 10 * 365 * 24 * 60 * 60;

const CONTROL_ROUTES: Readonly<Record<string, ControlRoute>> = {
  "POST reset": plain((room) => room.reset()),
  "POST seed": route(
    z.object({ users: z.int().min(0).max(MAX_USERS).default(DEFAULT_USERS) }),
    (room, { users }) => {
      room.seed(users);
      return room.sql.exec("SELECT count(*) AS users FROM users").one();
    },
  ),
  "POST credentials": route(CredentialRequest, issueCredential),
  "GET credentials": plain(({ sql }) => ({ credentials: listCredentials(sql) })),
  "DELETE credentials/{id}": remove("credential", deleteCredential),
  "POST sync": route(Sync, ({ sql, now, switches }, sync) => syncConnector(sql, now(), sync, switches)),
  "POST users": route(UserUpsert, ({ sql }, upsert) => {
    putUsers(sql, [upsert]);
    return { user: upsert.user };
  }),
  "DELETE users/{id}": remove("user", deleteUser),
  "POST audit-events": route(
    z.object({ events: z.array(OcsfEvent).max(MAX_AUDIT_EVENTS) }),
    ({ sql }, { events }) => insertRows(sql, INSERT_AUDIT_EVENTS, events),
  ),
  "POST mcp-catalog": route(
    z.object({ entries: z.array(CatalogEntry.extend({ id: Id, displayName: z.string() })) }),
    ({ sql }, { entries }) => insertRows(sql, INSERT_CATALOG_ENTRIES, entries),
  ),
  "DELETE mcp-catalog/{id}": remove(
    "catalog entry",
    (sql, id) => sql.exec("DELETE FROM mcp_catalog WHERE id = ?", id).rowsWritten > 0,
  ),
  "POST tools": route(ToolChange, ({ sql, now }, change) => ({ tool: changeTool(sql, now(), change) })),
  "POST clock": route(
    z.object({ advanceSeconds: z.number().min(0).max(MAX_ADVANCE_SECONDS) }),
    ({ sql, now }, { advanceSeconds }) => {
      advanceClock(sql, advanceSeconds * 1_000);
      return { now: now().toISOString() };
    },
  ),
  "POST campaigns/{id}": route(nothing, ({ sql, now }, _, id) => startCampaign(sql, id, now())),
  "POST webhooks": route(WebhookToSend, sendWebhook),
  "POST listeners": route(Listener, ({ sql }, listener) => addListener(sql, listener)),
  "GET listeners": plain(({ sql }) => ({ listeners: listListeners(sql) })),
  "GET webhooks": plain(({ sql }) => ({ webhooks: listWebhooks(sql) })),
  "GET calls": plain(({ sql }) => callCounts(sql)),
  "POST faults": route(Fault, ({ sql }, fault) => setFaults(sql, [...listFaults(sql), fault])),
  "GET faults": plain(({ sql }) => ({ faults: listFaults(sql) })),
  "DELETE faults": plain(({ sql }) => setFaults(sql, [])),
  "GET switches": plain(({ switches }) => switches),
  "POST switches": route(SomeSwitches, ({ sql }, some) => setSwitches(sql, some)),
  "DELETE switches": plain(({ sql }) => setSwitches(sql, DELIVERED)),
  "POST specification": plain(({ sql }) => setSwitches(sql, SPECIFICATION_ALONE)),
  "POST chaos": plain(({ sql }) => setSwitches(sql, CHAOS)),
  "GET apps": plain(({ sql }) => ({ apps: listApps(sql) })),
  "GET owners": plain(({ sql, switches }) => listOwners(sql, switches)),
  "GET tools": plain(({ sql }) => ({ tools: listResources(sql, "MCP tool") })),
  "GET campaigns": plain(({ sql, now }) => ({ campaigns: listCampaigns(sql, now()) })),
  "GET policies": plain(({ sql }) => ({ policies: listResources(sql, "policy") })),
  "GET session-policies": plain(({ sql }) => ({ sessionPolicies: listResources(sql, "session policy") })),
};

function listApps(sql: SqlStorage) {
  const users = sql
    .exec<{ app_id: string; n: number }>("SELECT app_id, count(*) AS n FROM app_users GROUP BY app_id")
    .toArray();
  return listResources(sql, "app").map((app) => ({
    ...app,
    appUserCount: users.find(({ app_id }) => app_id === app.id)?.n ?? 0,
    connectors: listResources(sql, "connector", app.id),
    entitlements: listResources(sql, "app entitlement", app.id),
  }));
}

const listCampaigns = (sql: SqlStorage, now: Date) =>
  sql
    .exec<{ owner_ids: string; json: string }>("SELECT owner_ids, json FROM campaigns ORDER BY seq")
    .toArray()
    .map(({ owner_ids, json }) => ({
      ownerIds: JSON.parse(owner_ids) as string[],
      accessReview: campaignNow<OnRecord<AccessReview>>(JSON.parse(json), now),
    }));

const PREFIX = "/_control/";

export const isControl = (pathname: string): boolean => pathname.startsWith(PREFIX);

/**
 * Handles a control request.
 * @throws TenantError for an unknown path, a wrong method, an invalid body, or an error of the route, such as an
 * unknown id
 */
export async function answerControl(request: Request, room: ControlRoom): Promise<Response> {
  const [name = "", id, ...more] = new URL(request.url).pathname.slice(PREFIX.length).split("/");
  const path = id === undefined ? name : `${name}/{id}`;
  const route = more.length === 0 ? CONTROL_ROUTES[`${request.method} ${path}`] : undefined;
  if (!route) {
    const methods = ["GET", "POST", "DELETE"].filter((method) => `${method} ${path}` in CONTROL_ROUTES);
    if (methods.length > 0 && more.length === 0) throw methodNotAllowed(methods);
    throw new TenantError("not_found", "There is nothing at this path.");
  }
  const body = parse(route.body, await readJson(request), "body");
  const decoded = ifPossible(() => decodeURIComponent(id ?? "")) ?? id ?? "";
  // Indent the JSON for people.
  const answer = JSON.stringify((await route.run(room, body, decoded)) ?? {}, null, 2);
  return new Response(`${answer}\n`, { headers: { "content-type": "application/json" } });
}
