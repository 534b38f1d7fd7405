// The weight of src/: lines of each room, against what it may weigh.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";

/** Lines that a room may have. A change that needs more raises the number in its own commit, in sight of its reviewer. */
const BUDGET: Readonly<Record<string, number>> = {
  base: 750,
  configuration: 552,
  governance: 2_550,
  systems: 5_114,
  "actions, policy, automations": 4_600,
  lookups: 513,
  desk: 4_900,
  ledger: 1_830,
  channels: 3_154,
  evidence: 1_180,
  mcp: 431,
  "console, http": 7_300,
  composition: 94,
  sandbox: 4_400,
  cli: 6_416,
};

/** Rooms that are heavier: by how much they may be, and why. A line goes when its room fits; none may grow. */
const DEBTS: Readonly<Record<string, readonly [lines: number, why: string]>> = {
  base: [
    914,
    "invisible characters, linear text and the problem table are the channels' and parsers' common guards",
  ],
  governance: [2_848, "the contract's declared members, and the OpenAPI writer that only the tenant serves"],
  "actions, policy, automations": [
    6_477,
    "settings keep the texts that editors and pages show, public types their examples",
  ],
  desk: [6_304, "notes apart, batches halved and clocks that jump are guards that tests hold"],
  ledger: [3_191, "counts of ignored events, the audit verifier, and checkpoints"],
  "console, http": [
    10_403,
    "pages by hand, pictures of runs and automations, and the line that says what is not well",
  ],
  sandbox: [4_573, "the tenant's documented faults and departures"],
};

/** Rooms that are not deployed. */
const BESIDE: readonly string[] = ["sandbox", "cli"];

const ROOM_OF: Readonly<Record<string, string>> = {
  "env.ts": "configuration",
  "define-config.ts": "configuration",
  "console-settings.ts": "configuration",
  "environment.ts": "composition",
  "reeve.ts": "composition",
  "worker.ts": "composition",
  actions: "actions, policy, automations",
  policy: "actions, policy, automations",
  automations: "actions, policy, automations",
  console: "console, http",
  http: "console, http",
};

const src = root("src");
const weight = new Map<string, number>();
for (const file of readdirSync(src, { recursive: true, encoding: "utf8" })) {
  const [top = ""] = file.split("/");
  // Neither what a script makes nor what is the user's.
  if (!/\.tsx?$/.test(file) || top === "generated" || top === "own" || top === "config.ts") continue;
  const room = ROOM_OF[top] ?? top;
  const lines = readFileSync(join(src, file), "utf8").split("\n").length - 1;
  weight.set(room, (weight.get(room) ?? 0) + lines);
}

it("every room has a budget", () => {
  expect([...weight.keys()].sort()).toEqual(Object.keys(BUDGET).sort());
});

it.for(Object.keys(BUDGET))("%s is no heavier than it may be", (room) => {
  expect(weight.get(room)).toBeLessThanOrEqual(DEBTS[room]?.[0] ?? BUDGET[room] ?? 0);
});

it("a room that fits owes nothing", () => {
  const paid = Object.keys(DEBTS).filter((room) => (weight.get(room) ?? 0) <= (BUDGET[room] ?? 0));
  expect(paid).toEqual([]);
});

const sum = (rooms: readonly string[]) => rooms.reduce((lines, room) => lines + (weight.get(room) ?? 0), 0);
const all = sum(Object.keys(BUDGET));

it(`src has ${all} lines, ${all - sum(BESIDE)} of them deployed: no more than its rooms may have together`, () => {
  expect(all).toBeLessThanOrEqual(52_164);
});
