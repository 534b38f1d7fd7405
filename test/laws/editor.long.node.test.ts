/**
 * Verifies with TypeScript's language server that editors show a setting's documentation in `src/config.ts` on hover.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

/** Runs TypeScript's language server in this repository. */
async function withServer(
  work: (call: (method: string, params: object) => Promise<unknown>) => Promise<void>,
) {
  const server = spawn(process.execPath, [root("node_modules/typescript/bin/tsc"), "--lsp", "-stdio"], {
    cwd: root(),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (result: unknown) => void>();
  const post = (message: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  let read = Buffer.alloc(0);
  server.stdout.on("data", (part: Buffer) => {
    read = Buffer.concat([read, part]);
    for (;;) {
      const [head = "", length] =
        /^Content-Length: (\d+)(?:\r\n[^\r]+)*\r\n\r\n/.exec(read.toString("latin1")) ?? [];
      const end = head.length + Number(length);
      if (head === "" || read.length < end) return;
      const { id, method, params, result } = JSON.parse(read.subarray(head.length, end).toString());
      read = read.subarray(end);
      // Answers the server's own requests, for an editor's settings: there are none.
      if (method !== undefined && id !== undefined)
        post({ id, result: Array.isArray(params?.items) ? params.items.map(() => null) : null });
      else if (id !== undefined) waiting.get(id)?.(result);
    }
  });
  let calls = 0;
  const call = (method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      post({ id: calls, method, params });
    });
  try {
    await call("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root()).href,
      capabilities: { textDocument: { hover: { contentFormat: ["plaintext"] } } },
    });
    post({ method: "initialized", params: {} });
    await work((method, params) => {
      if (!method.includes("/did")) return call(method, params);
      post({ method, params });
      return Promise.resolve();
    });
  } finally {
    server.kill();
  }
}

/** Settings of every depth, and the beginning of their documentation. */
const SHOWN: readonly (readonly [line: string, setting: string, about: string])[] = [
  ["timeZone:", "timeZone", "Time zone (IANA name) for days and schedules."],
  ["automations: {", "automations", "Enabled automations by name"],
  ["leaver: {", "leaver", "Removes a leaver's known ownerships"],
  ["openDays: 14", "openDays", "Days for the review."],
  ["unusedDays: 90", "unusedDays", "Days without a call after which a tool counts as unused."],
  ["connectorId:", "connectorId", "Id of the connector."],
  ["roles: [", "roles", "Roles of the entry's people"],
  ["visible: false", "visible", "`false` makes the reply an internal note"],
  ['when: "always"', "when", "Any plan that changes something."],
  ["limit: 5", "limit", "Maximum effects in the window."],
];

/** A configuration with these settings, opened in place of `src/config.ts`. */
const CONFIG = `import { defineConfig } from "./define-config.ts";
export default defineConfig({
  settings: {
    timeZone: "UTC",
    automations: {
      leaver: {
        review: { name: "Leavers", policy: "Managers", fallbackOwnerEmails: [],
          openDays: 14 } },
      "stale-tools": {
        unusedDays: 90 },
    },
    connectors: { "GitHub MCP": { appId: "a", appName: "GitHub",
      connectorId: "c" } },
  },
  people: [{ email: "ada.marsh@example.com",
    roles: ["admin"] }],
  replies: { jira: {
    visible: false } },
  policy: {
    approvals: [{
      when: "always" }],
    budgets: [{ name: "few", effects: "all", per: "all", windowMinutes: 60,
      limit: 5 }],
  },
});
`;

it("a setting shows its documentation on hover", () =>
  withServer(async (call) => {
    const uri = pathToFileURL(root("src/config.ts")).href;
    const hover = async (text: string, at: number) => {
      const before = text.slice(0, at).split("\n");
      const position = { line: before.length - 1, character: (before.at(-1) ?? "").length + 1 };
      return JSON.stringify(await call("textDocument/hover", { textDocument: { uri }, position }));
    };
    const own = readFileSync(root("src/config.ts"), "utf8");
    const open = (text: string, version: number) =>
      call(version === 1 ? "textDocument/didOpen" : "textDocument/didChange", {
        textDocument: { uri, languageId: "typescript", version, text },
        contentChanges: [{ text }],
      });
    await open(own, 1);
    expect(await hover(own, own.indexOf("ownerRoles:"))).toContain("The API's slugs of owner roles");
    await open(CONFIG, 2);
    for (const [line, setting, about] of SHOWN)
      expect(await hover(CONFIG, CONFIG.indexOf(line)), setting).toContain(about);
  }));
