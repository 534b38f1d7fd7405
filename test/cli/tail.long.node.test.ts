import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { invocationLines } from "../../src/cli/tail/tail.ts";
import { type CloudflareStub, cloudflareVariables, startCloudflare } from "../vendors/cloudflare.ts";
import { startProcess } from "./process.ts";

const AT = Date.parse("2026-11-22T12:03:11Z");
const RUN = {
  message: "run",
  run: "run_1",
  event: "evt_1",
  automation: "leaver",
  mode: "live",
  state: "awaiting_approval",
};
const invocation = (...lines: readonly object[]) => ({
  scriptName: "reeve",
  outcome: "ok",
  eventTimestamp: AT,
  exceptions: [],
  logs: lines.map((line) => ({ level: "log", timestamp: AT, message: [JSON.stringify(line)] })),
});

let cloudflare: CloudflareStub;
let logs: string;
/** The tail of a deployment: sends one message to each WebSocket client (RFC 6455). */
const tail = createServer().on("upgrade", (request, socket) => {
  const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  socket.write(
    [
      "HTTP/1.1 101 Switching Protocols",
      "Upgrade: websocket",
      "Connection: Upgrade",
      `Sec-WebSocket-Accept: ${createHash("sha1").update(key).digest("base64")}`,
      `Sec-WebSocket-Protocol: ${request.headers["sec-websocket-protocol"]}\r\n\r\n`,
    ].join("\r\n"),
  );
  const text = Buffer.from(
    JSON.stringify(invocation({ message: "delivery", source: "workday", event: "evt_1" }, RUN)),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  // A complete text frame, not masked, with a length of two bytes (RFC 6455, 5.2).
  socket.write(Buffer.concat([Buffer.from([0x81, 126]), length, text]));
  socket.on("error", () => socket.destroy());
});
beforeAll(async () => {
  logs = mkdtempSync(join(tmpdir(), "reeve-tail-"));
  cloudflare = await startCloudflare();
  await new Promise<void>((resolve) => tail.listen(0, "127.0.0.1", resolve));
  cloudflare.account.tail = `ws://127.0.0.1:${(tail.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  tail.close();
  tail.closeAllConnections();
  await cloudflare.stop();
  rmSync(logs, { recursive: true });
});

/** Starts `npm run reeve -- tail`, and collects its output. */
function follow(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const started = startProcess([process.execPath, root("src/cli/reeve.ts"), "tail", ...args], {
    env: { ...process.env, ...cloudflareVariables(cloudflare.url), WRANGLER_LOG_PATH: logs, ...env },
  });
  onTestFinished(() => void started.child.kill("SIGKILL"));
  return started;
}

it("npm run reeve -- tail explains how to sign in, and what to do if nothing is deployed", async () => {
  const stranger = follow([], { CLOUDFLARE_API_TOKEN: "another" });
  expect(await stranger.ended).toBe(1);
  expect(stranger.text()).toContain("Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN");
  const early = follow([]);
  expect(await early.ended).toBe(1);
  expect(early.text()).toContain("deploy it with `npm run deploy`");
});

it("npm run reeve -- tail prints a line per event and run, with the link to its page, until it is stopped", async () => {
  cloudflare.account.script = {};
  const { child, ended, text } = follow(["--reeve", "https://reeve.example.com"]);
  await expect
    .poll(text)
    .toMatch(/^[\d:]{8} run leaver live awaiting_approval https:\/\/reeve\.example\.com\/runs\/run_1$/m);
  expect(text()).toMatch(/^[\d:]{8} delivery workday https:\/\/reeve\.example\.com\/events\/evt_1$/m);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

it("npm run reeve -- tail prints log lines unchanged with --json", async () => {
  const { child, ended, text } = follow(["--json"]);
  await expect.poll(text).toContain(`\n${JSON.stringify(RUN)}\n`);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

it("npm run reeve -- tail parses invocations in chunks of any size, and prints other output unchanged", () => {
  const read = invocationLines();
  const printed = `${JSON.stringify(invocation(RUN), null, 2)}\nTail connection lost.\n`;
  const lines = Array.from(printed).flatMap(read);
  expect(lines.map(({ text }) => text)).toEqual([JSON.stringify(RUN), "Tail connection lost."]);
  expect(lines[0]?.at).toBe(AT);
  expect(read("{ is no JSON }\n").map(({ text }) => text)).toEqual(["{ is no JSON }"]);
  const broken = {
    ...invocation(),
    outcome: "exceededCpu",
    exceptions: [{ name: "Error", message: "no", timestamp: AT }],
  };
  expect(read(`${JSON.stringify(broken)}\n`).map(({ text }) => JSON.parse(text))).toEqual([
    { message: "exception", level: "alert", error: "Error: no" },
    { message: "invocation_stopped", level: "alert", outcome: "exceededCpu" },
  ]);
});
