import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliver, ENDINGS, fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { converse, readable } from "../../src/cli/send/slack.ts";
import { recordedRun, settled } from "../../src/cli/shared/reeve-api.ts";
import type { Stack } from "../../src/cli/start/stack.ts";
import { RUN_STATE } from "../../src/ledger/states.ts";
import { senders, slack } from "../../src/sandbox/vendors/senders.ts";
import type { Sender } from "../../src/sandbox/vendors/signing.ts";
import { momentAt } from "../../src/sandbox/vendors/template.ts";
import { startStack } from "../e2e/stack.ts";

/** What `npm start` runs. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    entry: "src/cli/start/worker.ts",
    hrApis: true,
    bindings: { SAMPLE: "yes" },
  });
});
afterAll(() => stack.stop());

const ENDS: Readonly<Record<string, Record<string, string>>> = JSON.parse(readFileSync(ENDINGS, "utf8"));

it("says of each recording how it ends, and of nothing else", () => {
  const said = Object.entries(ENDS).map(([source, byName]) => [source, Object.keys(byName).sort()]);
  const there = [...senders, slack].map(({ source }) => [source, fixtures(source).sort()]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(there));
});

/**
 * The outcome of an event: `automation state` of its runs that are not ignored; `ignored` if none acts. What waits is taken
 * back, so that the next one about the same person finds nothing under way.
 */
async function findEnding(eventId: string): Promise<string> {
  const { runs } = await settled(stack.reeve.url, eventId);
  const said = runs
    .filter(({ state }) => state !== "ignored")
    .map(async ({ id, automation, state }) => {
      const { problem } = await recordedRun(stack.reeve.url, id);
      if (!RUN_STATE[state].over) await cancel(id);
      return `${automation} ${RUN_STATE[state].words}${problem ? ` (${problem.code})` : ""}`;
    });
  return (await Promise.all(said)).sort().join(", ") || "ignored";
}

async function cancel(id: string): Promise<void> {
  const { status } = await fetch(new URL(`/api/runs/${id}/decisions`, stack.reeve.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ decision: "cancelled", reason: "the next recording comes" }),
  });
  expect(status).toBe(200);
}

const recordings = senders.flatMap((sender) =>
  fixtures(sender.source).map((name) => [sender.source, name, sender] as const),
);
/** Those of which nothing is planned: what they are about may be the same at once. */
const isQuiet = ([source, name]: readonly [string, string, Sender]) =>
  !/waits|done/.test(ENDS[source]?.[name] ?? "");

const isRemoval = ([, name]: readonly [string, string, Sender]) => /remove|delete/.test(name);

async function endsAsSaid([source, name, sender]: readonly [string, string, Sender]): Promise<void> {
  const delivery = fixture(source, name, momentAt(Date.now()));
  const response = await deliver(stack.reeve.url, sender, delivery);
  const { event, events = event === undefined ? [] : [event] } = (await response.json()) as {
    event?: string;
    events?: string[];
  };
  const endings = new Set(await Array.fromAsync(events, findEnding));
  expect([...endings].join("; ")).toBe(ENDS[source]?.[name]);
}

describe("a recording that is sent as if it happened now ends as it is meant to", () => {
  it.concurrent.for(recordings.filter((one) => isQuiet(one) && !isRemoval(one)))("%s %s", endsAsSaid);
  it.for(recordings.filter((one) => !isQuiet(one)))("%s %s", endsAsSaid);
  // A removed ticket asks for nothing any more, whatever comes in of it later.
  it.for(recordings.filter((one) => isQuiet(one) && isRemoval(one)))("%s %s", endsAsSaid);

  it("each form of Slack is answered as it is meant to be", async () => {
    const answered: Record<string, string> = {};
    for (const name of fixtures("slack")) {
      const { body } = fixture("slack", name);
      const { atOnce, later } = await converse(stack.reeve.url, body, { patienceMs: 60_000 });
      answered[name] = readable(later.at(-1) ?? atOnce).split("\n")[0] ?? "";
    }
    expect(answered).toEqual(ENDS["slack"]);
  });
});
