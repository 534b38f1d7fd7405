import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../src/local/bundle.ts";

/** Which rooms of `src/` a room may import from, besides itself (docs/architecture.md). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  "governance/contract": ["base"],
  "governance/client": ["base", "governance/contract"],
  governance: ["base", "governance/contract", "governance/client"],
  tenant: ["base", "governance/contract"],
  watches: ["base"],
  sources: ["base"],
  senders: ["base"],
  enrich: ["base", "senders", "sources"],
  replies: ["base", "senders", "sources"],
  actions: ["base", "watches", "governance", "governance/contract", "governance/client"],
  policy: ["base", "actions"],
  automations: [
    "base",
    "watches",
    "actions",
    "sources",
    "governance",
    "governance/contract",
    "governance/client",
  ],
  ledger: ["base", "watches"],
  "config.ts": ["base", "automations", "policy", "replies", "slack", "console"],
  slack: [
    "base",
    "governance",
    "governance/contract",
    "governance/client",
    "sources",
    "senders",
    "actions",
    "automations",
    "policy",
    "ledger",
    "desk",
    "config.ts",
  ],
  desk: [
    "base",
    "watches",
    "governance",
    "governance/contract",
    "governance/client",
    "sources",
    "actions",
    "policy",
    "automations",
    "ledger",
    "senders",
    "enrich",
    "replies",
    "slack",
    "config.ts",
  ],
  console: [
    "base",
    "watches",
    "governance/contract",
    "governance/client",
    "sources",
    "actions",
    "automations",
    "policy",
    "slack",
    "ledger",
    "desk",
    "config.ts",
  ],
  http: ["base", "policy", "automations", "sources", "ledger", "desk", "slack", "console", "config.ts"],
  "worker.ts": ["governance/client", "desk", "slack", "http"],
  "local/worker.ts": ["config.ts", "worker.ts"],
  "local/demo/worker.ts": ["config.ts", "local/worker.ts"],
  backtest: ["sources", "enrich", "policy", "automations", "governance/client", "desk", "config.ts"],
  preflight: [
    "base",
    "governance",
    "governance/contract",
    "governance/client",
    "sources",
    "senders",
    "actions",
    "automations",
    "policy",
    "replies",
    "slack",
    "ledger",
    "desk",
    "config.ts",
  ],
  local: [
    "base",
    "watches",
    "sources",
    "ledger",
    "desk",
    "governance/client",
    "tenant",
    "backtest",
    "preflight",
  ],
};

const src = root("src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

/** The room a file lives in: the longest folder of the table that holds it. */
function roomOf(file: string): string {
  const rooms = Object.keys(MAY_IMPORT).filter((room) => file === room || file.startsWith(`${room}/`));
  const [room] = rooms.sort((a, b) => b.length - a.length);
  if (!room) throw new Error(`${file} lives in no room of the table`);
  return room;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), "utf8");
  const specifiers = Array.from(
    text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g),
    ([, specifier = ""]) => specifier,
  );
  return specifiers.map((specifier) => relative(src, join(src, dirname(file), specifier)));
}

describe("rooms", () => {
  it.for(files)("%s imports only from where its room may", (file) => {
    const room = roomOf(file);
    const allowed = new Set([room, ...(MAY_IMPORT[room] ?? [])]);
    expect(importsOf(file).filter((imported) => !allowed.has(roomOf(imported)))).toEqual([]);
  });

  it("the table has no room that is gone", () => {
    const lived = new Set(files.map(roomOf));
    expect(Object.keys(MAY_IMPORT).filter((room) => !lived.has(room))).toEqual([]);
  });
});
