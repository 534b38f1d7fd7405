import { readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDINGS, fixtures } from "../../src/cli/send/deliver.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { dataFolder, keepStackVariables } from "../../src/cli/start/data-folder.ts";
import type { Stack } from "../../src/cli/start/stack.ts";
import { senders, slack } from "../../src/sandbox/vendors/senders.ts";
import { startStack } from "../e2e/stack.ts";
import { startProcess } from "./process.ts";

/** What `npm start` runs, and leaves for the other commands. */
let stack: Stack;
let port: string;
beforeAll(async () => {
  stack = await startStack({
    entry: "src/cli/start/worker.ts",
    hrApis: true,
    bindings: { SAMPLE: "yes" },
  });
  port = stack.reeve.url.port;
  keepStackVariables(dataFolder(Number(port)), stack.variables);
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataFolder(Number(port)), { recursive: true });
});

const SEND = [process.execPath, root("src/cli/reeve.ts"), "send"];
async function send(args: readonly string[], terminal: readonly string[] = []) {
  const { ended, text } = startProcess([...terminal, ...SEND, ...args, "--port", port], { cwd: root() });
  return { status: await ended, text: text() };
}

const ENDS: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));

it("says of each recording how it ends, and of nothing else", () => {
  const said = Object.entries(ENDS).map(([source, byName]) => [source, Object.keys(byName).sort()]);
  const there = [...senders, slack].map(({ source }) => [source, fixtures(source).sort()]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(there));
});

it("send --all: every recording that is sent as if it happened now ends as it is meant to", async () => {
  const { status, text } = await send(["--all", "--json"]);
  const played = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(played.filter(({ ok }) => !ok)).toEqual([]);
  expect(played).toHaveLength(Object.values(ENDS).flatMap(Object.keys).length);
  expect(status).toBe(0);
});

it("send slack presses the buttons that it prints: those that are named, or picked in a terminal", async () => {
  const form = ["slack", "form.policy-delete"];
  const { status, text } = await send([...form, "--press", "confirm", "--press", "Take back", "--json"]);
  const { steps } = JSON.parse(text);
  expect([status, steps.map(({ pressed }: { pressed: string | null }) => pressed)]).toEqual([
    0,
    [null, "Confirm", "Take back"],
  ]);
  expect(JSON.stringify(steps[1])).toContain("This is waiting for approval");
  expect(await send([...form, "--press", "Cnfirm"])).toEqual({
    status: 2,
    text: expect.stringContaining("--press Cnfirm: the answer has Confirm, Cancel"),
  });
  const answers = [
    ["Press", ""],
    ["Press", ""],
  ];
  const picked = await send(form, ["python3", root("test/support/terminal.py"), JSON.stringify(answers)]);
  expect(picked.status).toBe(0);
  expect(picked.text).toMatch(/This is waiting for approval.*Taken back; nothing was done\./s);
});
