import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { sample } from "../../src/cli/start/sample.ts";
import { httpApp } from "../../src/http/app.ts";
import { readRhythms } from "../../src/ledger/history.ts";
import { Policy } from "../../src/policy/policy.ts";
import { jira } from "../../src/sandbox/vendors/senders.ts";
import { bare } from "../console/signed.ts";
import { LEDGER, migrateLedger } from "../ledger/ledger.ts";
import { hearLog } from "../support/log.ts";
import { sourceNamed } from "../support/source-named.ts";
import { until } from "../support/until.ts";
import { dressed } from "../systems/support/dressed.ts";

/** Maximum time that an event waits to be recorded together with others, in milliseconds. */
const MAX_WAIT_MS = 5_000;

const LAPTOP = (id: string) =>
  JSON.stringify({
    webhookEvent: "jira:issue_updated",
    timestamp: Date.now(),
    issue: { id, key: `IAM-${id}`, fields: { summary: "A laptop" } },
  });

/** Builds Reeve's front door with a policy and its own isolate. Time only passes once everything is delivered. */
function door(ignoredEvents: Policy["ignoredEvents"] = "record", bindings: object = {}) {
  const app = httpApp({ ...sample, policy: Policy.parse({ ignoredEvents }) });
  const contexts: ExecutionContext[] = [];
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  return {
    async deliver(id: string) {
      const delivery = await dressed(jira, LAPTOP(id), { at: Date.now() });
      const context = createExecutionContext();
      contexts.push(context);
      const secret = { [sourceNamed("jira").secretVariable]: jira.localSecret };
      const response = await app.request(
        delivery.url.href,
        delivery,
        { ...bare, ...secret, ...bindings },
        context,
      );
      return { status: response.status, ...(await response.json<{ event?: string; ignored?: string }>()) };
    },
    /** Completes the work that follows the responses. */
    async settled(): Promise<void> {
      const done = Promise.all(contexts.map(waitOnExecutionContext));
      await vi.advanceTimersByTimeAsync(MAX_WAIT_MS);
      await done;
      vi.useRealTimers();
    },
  };
}

const recorded = async (id = "") =>
  LEDGER.prepare("SELECT state, declined FROM events WHERE id = ?1").bind(id).first<Record<string, string>>();

it("an ignored event is passed to a desk while the ledger is unavailable, and is recorded later", async () => {
  hearLog();
  // A ledger without tables accepts nothing.
  const { deliver, settled } = door();
  const { status, event } = await deliver("4");
  expect(status).toBe(200);
  await settled();
  await migrateLedger();
  await until("the desk to have put it on record", () => recorded(event));
});

it("an ignored event is recorded after the response, which contains the reason", async () => {
  const { deliver, settled } = door();
  const answers = await Promise.all([deliver("1"), deliver("2"), deliver("3")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.ignored).toMatch(/^No enabled automation listens to ticket\.updated\.$/);
  await settled();
  for (const { event } of answers) expect(await recorded(event)).toMatchObject({ state: "ignored" });
});

it("an ignored event is counted instead of recorded if the policy requires a count, and its source still appears active", async () => {
  const { deliver, settled } = door({ jira: "count" });
  const answers = await Promise.all([deliver("5"), deliver("6")]);
  expect(answers[0]).toEqual({ status: 200, ignored: expect.stringContaining("listens to") });
  await settled();
  expect(await LEDGER.prepare("SELECT source, events FROM ignored_counts").all()).toMatchObject({
    results: [{ source: "jira", events: 2 }],
  });
  expect(
    await LEDGER.prepare("SELECT 1 FROM events WHERE subject IN ('jira:5', 'jira:6')").all(),
  ).toMatchObject({
    results: [],
  });
  const [heard] = await readRhythms(LEDGER, { silentSince: Date.now() + 1_000, learnMs: 60_000 });
  expect(heard).toMatchObject({ source: "jira", last: expect.any(Number) });
});
