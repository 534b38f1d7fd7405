// Serves a vendor's API on a local port, for the local stack and the tests.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { valueAt } from "../../systems/reading/json.ts";

export interface VendorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /**
   * The text, parsed as JSON or a form. For multipart and NDJSON, the text itself; `undefined` if the text is empty.
   */
  readonly body: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds to requests by a vendor's documented rules, or returns `null` for a request that it does not handle. */
export type Vendor = (asked: VendorRequest) => Answered | null;

export async function serve(vendor: (asked: VendorRequest) => ReturnType<Vendor> | "lost") {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = vendor(read(request, Buffer.concat(chunks).toString()));
      if (answer === "lost") return request.socket.destroy();
      const { status, body, headers = {} }: Answered = answer ?? { status: 404 };
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? "" : JSON.stringify(body));
    });
  }).unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function read({ method = "", url: target = "", headers }: IncomingMessage, text: string): VendorRequest {
  const url = new URL(target, "http://vendor.example.com");
  return {
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    text,
    body: text === "" ? undefined : readBody(headers["content-type"] ?? "", text),
  };
}

function readBody(type: string, text: string): unknown {
  if (type.includes("x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  return /multipart\/|ndjson/.test(type) ? text : JSON.parse(text);
}

/** Returns a token endpoint's response for the client credentials grant (RFC 6749, section 4.4.2). */
export function tokenFor(method: string, body: unknown, id: string, secret: string, token: string): Answered {
  const readField = (name: string) => valueAt(body, name);
  if (method !== "POST" || readField("grant_type") !== "client_credentials")
    return { status: 400, body: { error: "unsupported_grant_type" } };
  if (readField("client_id") !== id || readField("client_secret") !== secret)
    return { status: 401, body: { error: "invalid_client" } };
  return { status: 200, body: { token_type: "Bearer", expires_in: 3_599, access_token: token } };
}
