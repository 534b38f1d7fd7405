import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { deliver, ENDINGS, fixture, fixtures } from "../../../src/cli/send/deliver.ts";
import { converse, readable } from "../../../src/cli/send/slack.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import { askReeve, recordedRun, settled } from "../../../src/cli/shared/reeve-api.ts";
import type { Stack } from "../../../src/cli/start/stack.ts";
import { RUN_STATE } from "../../../src/runs/states.ts";
import { senders, slack } from "../../../src/sandbox/vendors/senders.ts";
import type { Sender } from "../../../src/sandbox/vendors/signing.ts";
import { momentAt } from "../../../src/sandbox/vendors/template.ts";
import { startStack } from "../../e2e/stack.ts";
import { makeFolder } from "../fork.ts";
import { freePort, startProcess } from "../process.ts";

/** The stack as `npm start` runs it, with the files that it leaves for other commands. */
let stack: Stack;
let port: string;
beforeAll(async () => {
  stack = await startStack({
    entry: "src/cli/start/worker.ts",
    hrApis: true,
    bindings: { SAMPLE: "yes" },
  });
  port = stack.reeve.url.port;
});
afterAll(() => stack.stop());

const SEND = [process.execPath, root("src/cli/reeve.ts"), "send"];
async function send(args: readonly string[]) {
  const { ended, text } = startProcess([...SEND, ...args, "--port", port], { cwd: root() });
  return { status: await ended, text: text() };
}

const ENDS: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));

it("test/fixtures/ends.json contains exactly one result for each recording", () => {
  const said = Object.entries(ENDS).map(([source, byName]) => [source, Object.keys(byName).sort()]);
  const there = [...senders, slack].map(({ source }) => [source, fixtures(source).sort()]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(there));
});

/**
 * Sends a recording, and returns its result in the form of test/fixtures/ends.json: the states of its runs, or the last
 * message in Slack.
 */
async function findEnd(sender: Sender, recording: string): Promise<string> {
  const reeve = stack.reeve.url;
  const recorded = fixture(sender.source, recording, momentAt(Date.now()));
  if (sender === slack) {
    const { atOnce, later } = await converse(reeve, recorded.body, { patienceMs: 60_000 });
    return readable(later.at(-1) ?? atOnce).split("\n")[0] ?? "";
  }
  const response = await deliver(reeve, sender, recorded);
  const { event, events = [event ?? []].flat(), detail = "" } = (await response.json()) as Answer;
  const ends = new Set(await Array.fromAsync(events, findEventEnd));
  // The governance service receives 410 for a request that no enabled automation answers.
  return response.ok || response.status === 410 ? [...ends].join("; ") : `${response.status} ${detail}`;
}

interface Answer {
  readonly event?: string;
  readonly events?: readonly string[];
  readonly detail?: string;
}

/**
 * Returns the states of an event's runs, and cancels those that wait, so that they don't affect the next recording
 * about the person.
 */
async function findEventEnd(event: string): Promise<string> {
  const reeve = stack.reeve.url;
  const { runs } = await settled(reeve, event);
  const ends = runs
    .filter(({ state }) => state !== "ignored")
    .map(async ({ id, automation, state }) => {
      const { problem } = await recordedRun(reeve, id);
      const decision = { decision: "cancelled", reason: "the next recording comes" };
      if (!RUN_STATE[state].over) await askReeve(reeve, `runs/${id}/decisions`, decision);
      return `${automation} ${RUN_STATE[state].words}${problem ? ` (${problem.code})` : ""}`;
    });
  return (await Promise.all(ends)).sort().join(", ") || "ignored";
}

/** Results that differ because other systems have reported opposite or later changes of the same person. */
const AFTER_OTHERS: Readonly<Record<string, string>> = {
  "workday hired": "joiner waits for approval",
  "workday terminated": "ignored",
};

it("every recording, sent with the present time, has its expected result", async () => {
  const all = [...senders, slack].flatMap((sender) =>
    fixtures(sender.source).map((recording) => ({ sender, recording })),
  );
  // Once a ticket is removed, later deliveries of it request nothing.
  const isRemoval = ({ recording }: { readonly recording: string }) => /remove|delete/.test(recording);
  const inOrder = [...all.filter((one) => !isRemoval(one)), ...all.filter(isRemoval)];
  const surprises: string[] = [];
  for (const { sender, recording } of inOrder) {
    const ended = await findEnd(sender, recording);
    const expected = AFTER_OTHERS[`${sender.source} ${recording}`] ?? ENDS[sender.source]?.[recording];
    if (ended !== expected) surprises.push(`${sender.source} ${recording}: ${ended}; expected: ${expected}`);
  }
  expect(surprises).toEqual([]);
});

it("npm run send -- slack shows the plan, and the page on which the requester confirms the plan", async () => {
  const form = ["slack", "form.policy-delete"];
  const { status, text } = await send(form);
  expect([status, text]).toEqual([0, expect.stringMatching(/^200 .*\[Confirm\].*:\d+\/ask\n$/s)]);
  const [page] = /http:.*\/ask/.exec(text) ?? [];
  const asked = await fetch(page ?? "", { headers: { "reeve-operator": "ada.marsh@example.com" } });
  expect(await asked.text()).toContain("Confirm");
  expect(JSON.parse((await send([...form, "--json"])).text)).toMatchObject({ status: 200 });
});

it("npm start -- --sample sends recordings from every sender, and leaves plans to approve", async () => {
  const copied = ["src", "package.json", "tsconfig.json", "wrangler.toml"];
  const cwd = makeFolder(onTestFinished, { copied, linked: ["node_modules", "test"] });
  const reeve = new URL(`http://127.0.0.1:${await freePort()}`);
  const start = [process.execPath, "src/cli/reeve.ts", "start", "--sample", "--port", reeve.port];
  const { child, ended, text } = startProcess(start, { cwd });
  onTestFinished(async () => void (child.kill() && (await ended)));
  await expect.poll(text).toContain("Ctrl-C stops");
  const recorded = senders.map(({ source }) => askReeve(reeve, `events?source=${source}`));
  expect(await Promise.all(recorded)).not.toContainEqual(expect.objectContaining({ items: [] }));
  const { items } = (await askReeve(reeve, "runs?state=awaiting_approval")) as { items: unknown[] };
  expect(items.length).toBeGreaterThan(3);
});
