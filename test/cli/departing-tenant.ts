// A proxy for the embedded tenant whose responses depart from the contract as a test requests.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { tryParseJson } from "../../src/base/text.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { isObject } from "../../src/systems/reading/json.ts";

type Members = Record<string, unknown>;
interface Asked {
  readonly operation: string;
  readonly body: Members;
}
interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Members;
}

const rows = ({ body }: Said): Members[] => (Array.isArray(body["list"]) ? (body["list"] as Members[]) : []);
const readUser = (view: unknown) => (view as { user?: Members } | undefined)?.user ?? {};
const again = ({ headers, body }: Said, status: number): Response => Response.json(body, { status, headers });

/** Functions that change a response in place, or return a new one if it is no longer JSON or has another status. */
const ANSWERS = {
  numeric_user_ids: (said) => {
    for (const view of rows(said)) if (readUser(view)["id"]) readUser(view)["id"] = 7;
  },
  new_members: (said) => {
    for (const row of rows(said)) row["shoeSize"] = 42;
  },
  local_times: (said) => {
    for (const view of rows(said)) readUser(view)["createdAt"] = "01.06.2026 10:00";
  },
  text_flags: (said, { operation }) => {
    if (operation === "listMcpCatalog") for (const entry of rows(said)) entry["stable"] = "yes";
  },
  /** The audit events are not OCSF objects. */
  plain_audit_events: (said, { operation }) => {
    if (operation === "searchAuditEvents")
      said.body["list"] = rows(said).map((_, n) => ({ id: String(n), what: "read" }));
  },
  repeated_tokens: (said, { body: { pageToken } }) => {
    if (pageToken && said.status === 200) said.body["nextPageToken"] = pageToken;
  },
  repeated_rows: (said, { operation }) => {
    if (operation === "searchUsers" && rows(said).length > 1)
      said.body["list"] = [rows(said)[1], ...rows(said)];
  },
  /** `email` is compared case-sensitively. */
  exact_emails: (said, { body: { email } }) => {
    if (typeof email === "string" && email !== email.toLowerCase()) said.body["list"] = [];
  },
  missing_is_400: (said) => (said.status === 404 ? again(said, 400) : undefined),
  /** Errors are HTML pages. */
  html_errors: ({ status }) =>
    status >= 400
      ? new Response("<h1>Error</h1>", { status, headers: { "content-type": "text/html" } })
      : undefined,
} as const satisfies Record<string, (said: Said, asked: Asked) => unknown>;

export type DepartureName = keyof typeof ANSWERS;

/** The tenant behind the proxy. */
export interface DepartingTenant {
  readonly url: string;
  /** Sets the departures, and replaces the previous ones. */
  plant(names: readonly DepartureName[]): void;
  stop(): void;
}

/** Starts the proxy. @param tenant The tenant's origin */
export async function startDepartingTenant(tenant: string): Promise<DepartingTenant> {
  let planted: readonly DepartureName[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const response = await departing(planted, tenant, incoming, await text(incoming));
    outgoing.writeHead(response.status, withoutFraming(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    plant: (names) => {
      planted = names;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Returns the tenant's response to a request, with departures. */
async function departing(
  planted: readonly DepartureName[],
  tenant: string,
  { method = "", url = "", headers }: IncomingMessage,
  body: string,
): Promise<Response> {
  const isJson = headers["content-type"]?.startsWith("application/json") && body !== "";
  const { pathname } = new URL(url, tenant);
  const asked: Asked = { operation: operationAt(method, pathname), body: isJson ? membersIn(body) : {} };
  const response = await fetch(tenant + url, {
    method,
    headers: withoutFraming(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ...(body !== "" && { body: isJson ? JSON.stringify(asked.body) : body }),
  });
  const said: Said = {
    status: response.status,
    headers: new Headers(response.headers),
    body: membersIn(await response.text()),
  };
  for (const name of planted) {
    const other = ANSWERS[name](said, asked);
    if (other instanceof Response) return other;
  }
  return again(said, said.status);
}

/** Removes the headers that belong to one connection. */
const withoutFraming = (headers: Iterable<readonly [name: string, value: string]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !/^(connection|host|content-length|transfer-encoding)$/.test(name)),
  );

const operationAt = (method: string, pathname: string): string =>
  Object.values(operations).find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  )?.id ?? "";

function membersIn(text: string): Members {
  const value = tryParseJson(text);
  return isObject(value) ? { ...value } : {};
}
