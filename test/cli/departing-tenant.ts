// A way to the embedded tenant on which its answers depart from the contract, as a test asks.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { operations } from "../../src/governance/contract/index.ts";

/** A request on its way in. */
interface Asked {
  readonly operation: string;
  readonly body: Record<string, unknown>;
}

/** An answer on its way out. */
interface Said {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

interface Departure {
  /** Changes the request before it is looked at. */
  readonly request?: (asked: Asked) => void;
  /** Changes the answer, or returns another if it is not JSON any more, or has another status. */
  readonly answer?: (said: Said, asked: Asked) => unknown;
}

const rows = ({ body }: Said): Record<string, unknown>[] =>
  Array.isArray(body["list"]) ? (body["list"] as Record<string, unknown>[]) : [];
const userOf = (view: unknown) => (view as { user?: Record<string, unknown> } | undefined)?.user;
const again = ({ headers, body }: Said, status: number): Response => Response.json(body, { status, headers });
const isSearch = ({ operation }: Asked) => operation === "searchUsers";

/** Every departure by its name. */
const DEPARTURES = {
  /** Ids of users are numbers. */
  numeric_user_ids: {
    answer: (said) => {
      for (const view of rows(said)) if (userOf(view)) Object.assign(userOf(view) ?? {}, { id: 7 });
    },
  },
  /** The user that is asked for by id has none. */
  no_user_id: {
    answer: ({ body }, { operation }) => {
      if (operation !== "getUser") return;
      delete userOf(body["userView"])?.["id"];
      delete (body["userView"] as Record<string, unknown> | undefined)?.["userId"];
    },
  },
  new_members: {
    answer: (said) => {
      for (const row of rows(said)) row["shoeSize"] = 42;
    },
  },
  local_times: {
    answer: (said) => {
      for (const view of rows(said)) {
        const user = userOf(view);
        if (user) user["createdAt"] = "01.06.2026 10:00";
      }
    },
  },
  text_flags: {
    answer: (said, { operation }) => {
      if (operation === "listMcpCatalog") for (const entry of rows(said)) entry["stable"] = "yes";
    },
  },
  /** The audit events are no OCSF objects. */
  plain_audit_events: {
    answer: (said, { operation }) => {
      if (operation === "searchAuditEvents")
        said.body["list"] = rows(said).map((_, n) => ({ id: String(n), what: "read" }));
    },
  },
  /** Pages of 50 at most. */
  small_pages: {
    request: ({ body }) => {
      if (Number(body["pageSize"]) > 50 && Number(body["pageSize"]) <= 100) body["pageSize"] = 50;
    },
  },
  /** A size above the limit is taken as the limit. */
  large_pages: {
    request: ({ body }) => {
      if (Number(body["pageSize"]) > 100) body["pageSize"] = 100;
    },
  },
  /** Sizes from 1 to 9 are taken as they are. */
  tiny_pages: {
    answer: (said, { body: { pageSize } }) => {
      if (typeof pageSize === "number" && pageSize > 0 && pageSize < 10)
        said.body["list"] = rows(said).slice(0, pageSize);
    },
  },
  repeated_tokens: {
    answer: (said, { body: { pageToken } }) => {
      if (pageToken && said.status === 200) said.body["nextPageToken"] = pageToken;
    },
  },
  repeated_rows: {
    answer: (said, asked) => {
      if (isSearch(asked) && rows(said).length > 1) said.body["list"] = [rows(said)[1], ...rows(said)];
    },
  },
  /** A page token is good for any query. */
  loose_tokens: {
    answer: (said, { body: { pageToken } }) =>
      pageToken && said.status === 400 ? Response.json({ list: [] }, { headers: said.headers }) : undefined,
  },
  nulls_refused: {
    answer: (_said, { body }) =>
      body["expandMask"] === null
        ? Response.json({ code: "invalid_argument", message: "expandMask", details: [] }, { status: 400 })
        : undefined,
  },
  /** `email` is compared with its letter case. */
  exact_emails: {
    answer: (said, { body: { email } }) => {
      if (typeof email === "string" && email !== email.toLowerCase()) said.body["list"] = [];
    },
  },
  /** What is not there is a 400. */
  missing_is_400: { answer: (said) => (said.status === 404 ? again(said, 400) : undefined) },
  /** A token that is not known is a 403. */
  unknown_token_is_403: { answer: (said) => (said.status === 401 ? again(said, 403) : undefined) },
  /** Errors are pages. */
  html_errors: {
    answer: ({ status }) =>
      status >= 400
        ? new Response("<h1>Error</h1>", { status, headers: { "content-type": "text/html" } })
        : undefined,
  },
  no_request_ids: {
    answer: ({ headers }) => {
      headers.delete("x-request-id");
    },
  },
  /** The clock is ten minutes behind. */
  slow_clock: {
    answer: ({ headers }) => {
      headers.set("date", new Date(Date.now() - 600_000).toUTCString());
    },
  },
  no_retry_after: {
    answer: ({ headers }) => {
      headers.delete("retry-after");
    },
  },
  /** The lifetime of a token is text. */
  text_lifetimes: {
    answer: ({ body }, { operation }) => {
      if (operation === "createToken" && "expires_in" in body)
        body["expires_in"] = String(body["expires_in"]);
    },
  },
} as const satisfies Record<string, Departure>;

export type DepartureName = keyof typeof DEPARTURES;

/** The tenant, reached by way of another address. */
export interface DepartingTenant {
  readonly url: string;
  /** Names the departures; those named before go. */
  plant(names: readonly DepartureName[]): void;
  stop(): void;
}

/** @param tenant The tenant's origin */
export async function startDepartingTenant(tenant: string): Promise<DepartingTenant> {
  let planted: readonly Departure[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const response = await departing(planted, tenant, incoming, await text(incoming));
    outgoing.writeHead(response.status, withoutFraming(response.headers)).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    plant: (names) => {
      planted = names.map((name) => DEPARTURES[name]);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The tenant's answer to a request, with departures. */
async function departing(
  planted: readonly Departure[],
  tenant: string,
  { method = "", url = "", headers }: IncomingMessage,
  body: string,
): Promise<Response> {
  const isJson = headers["content-type"]?.startsWith("application/json") && body !== "";
  const { pathname } = new URL(url, tenant);
  const asked: Asked = { operation: operationAt(method, pathname), body: isJson ? jsonObject(body) : {} };
  for (const { request: change } of planted) change?.(asked);
  const response = await fetch(tenant + url, {
    method,
    headers: withoutFraming(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    ...(body !== "" && { body: isJson ? JSON.stringify(asked.body) : body }),
  });
  const said: Said = {
    status: response.status,
    headers: new Headers(response.headers),
    body: jsonObject(await response.text()),
  };
  for (const { answer: change } of planted) {
    const other = change?.(said, asked);
    if (other instanceof Response) return other;
  }
  return Response.json(said.body, { status: said.status, headers: said.headers });
}

/** Headers without those of one connection. */
const withoutFraming = (headers: Iterable<readonly [name: string, value: string]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !/^(connection|host|content-length|transfer-encoding)$/.test(name)),
  );

function operationAt(method: string, pathname: string): string {
  const found = Object.values(operations).find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  return found?.id ?? "";
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
