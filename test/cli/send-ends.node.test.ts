import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliver, fixture, fixtures } from "../../src/cli/send/deliver.ts";
import { describeEnding, endings } from "../../src/cli/send/endings.ts";
import { converse, readable } from "../../src/cli/send/slack.ts";
import { settled } from "../../src/cli/shared/reeve-api.ts";
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

const ENDS = endings();

it("says of each recording how it ends, and of nothing else", () => {
  const said = Object.entries(ENDS).map(([source, byName]) => [source, Object.keys(byName).sort()]);
  const there = [...senders, slack].map(({ source }) => [source, fixtures(source).sort()]);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(there));
});

/** Takes back what waits, so that the next one about the same person finds nothing under way. */
async function cancelOpen(eventIds: readonly string[]): Promise<void> {
  for (const eventId of eventIds) {
    const { runs } = await settled(stack.reeve.url, eventId);
    for (const { id } of runs.filter(({ state }) => !RUN_STATE[state].over)) {
      const { status } = await fetch(new URL(`/api/runs/${id}/decisions`, stack.reeve.url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ decision: "cancelled", reason: "the next recording comes" }),
      });
      expect(status).toBe(200);
    }
  }
}

const recordings = senders.flatMap((sender) =>
  fixtures(sender.source).map((name) => [sender.source, name, sender] as const),
);
/** Those of which nothing is planned: what they are about may be the same at once. */
const isQuiet = ([source, name]: readonly [string, string, Sender]) =>
  !/waits|done/.test(ENDS[source]?.[name] ?? "");

async function endsAsSaid([source, name, sender]: readonly [string, string, Sender]): Promise<void> {
  const delivery = fixture(source, name, momentAt(Date.now()));
  const response = await deliver(stack.reeve.url, sender, delivery);
  const { event, events = event === undefined ? [] : [event] } = (await response.json()) as {
    event?: string;
    events?: string[];
  };
  expect(await describeEnding(stack.reeve.url, events)).toBe(ENDS[source]?.[name]);
  await cancelOpen(events);
}

describe("a recording that is sent as if it happened now ends as it is meant to", () => {
  it.concurrent.for(recordings.filter(isQuiet))("%s %s", endsAsSaid);
  it.for(recordings.filter((one) => !isQuiet(one)))("%s %s", endsAsSaid);

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
