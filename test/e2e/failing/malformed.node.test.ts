/** Tests malformed HTTP requests, which are written directly to the socket. */
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { startStack } from "../../../src/cli/start/stack.ts";

const lines: string[] = [];
const stack = await startStack({ log: (line) => lines.push(line) });
afterAll(() => stack.stop());

/** Returns the status and body of the response to these lines. */
async function answered(of: "reeve" | "tenant", request: readonly string[]) {
  const socket = connect(Number(stack[of].url.port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(request.join("\r\n"));
  const [head = "", ...rest] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: rest.join("\r\n\r\n") };
}

const END = ["connection: close", "", ""];
const NO_CHUNK = ["transfer-encoding: chunked", "connection: close", "", "zz", "abc", "0", "", ""];
const FORM = "content-type: application/x-www-form-urlencoded";
const JSON_TYPE = "content-type: application/json";

const unaddressed: readonly [string, readonly string[]][] = [
  ["two hosts", ["GET /runs HTTP/1.1", "host: localhost", "host: evil.example", ...END]],
  ["an invalid host", ["GET /runs HTTP/1.1", "host: a b", ...END]],
  ["a host of punctuation", ["GET /runs HTTP/1.1", "host: a*b,c", ...END]],
  ["an encoded host", ["GET /runs HTTP/1.1", "host: %41", ...END]],
  ["a host with an invalid port", ["GET /runs HTTP/1.1", "host: localhost:99999", ...END]],
  ["a host with an invalid address", ["GET /runs HTTP/1.1", "host: [::zz", ...END]],
  ["the target *", ["OPTIONS * HTTP/1.1", "host: localhost", ...END]],
];

it.for(unaddressed)("a request with %s is rejected by Reeve and by the tenant", async ([, request]) => {
  lines.length = 0;
  const [reeve, tenant] = await Promise.all([answered("reeve", request), answered("tenant", request)]);
  expect(reeve.status).toBe(400);
  expect(reeve.body).toContain('"title":"request_invalid"');
  expect(tenant.status).toBe(400);
  expect(tenant.body).toContain('"code":3');
  expect(lines).toEqual([]);
});

it.for<["reeve" | "tenant", string, string]>([
  ["reeve", "/hooks/jira", JSON_TYPE],
  ["reeve", "/hooks/slack", FORM],
  ["reeve", "/api/pauses", JSON_TYPE],
  ["reeve", "/pauses", FORM],
  ["tenant", "/auth/v1/token", FORM],
])("a body with an invalid chunk size is rejected by %s at %s", async ([of, path, type]) => {
  lines.length = 0;
  const { status, body } = await answered(of, [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    type,
    ...NO_CHUNK,
  ]);
  expect(status).toBe(400);
  expect(body).toContain("request");
  expect(lines).toEqual([]);
});

// The runtime itself responds to these, before any of our code runs.
it.for<[string, readonly string[]]>([
  ["no host", ["GET /runs HTTP/1.1", ...END]],
  ["an invalid length", ["POST /hooks/jira HTTP/1.1", "host: localhost", "content-length: zz", ...END]],
])("a request with %s is rejected by the runtime", async ([, request]) => {
  expect((await answered("reeve", request)).status).toBe(400);
  expect((await answered("tenant", request)).status).toBe(400);
});
