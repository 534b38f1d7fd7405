import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, it, onTestFinished, vi } from "vitest";
import { findControl } from "../../src/desk/directory.ts";
import { bare } from "../console/signed.ts";
import { app } from "../support/app.ts";

const bindings = { ...bare, JIRA_WEBHOOK_SECRET: "a-webhook-secret-of-jira" } as typeof bare;

/** Waits for the time between two writes. */
async function settled(...contexts: readonly ExecutionContext[]): Promise<void> {
  const done = Promise.all(contexts.map(waitOnExecutionContext));
  await vi.advanceTimersByTimeAsync(5_000);
  await done;
}

it("rejected deliveries are all counted, but stored together after some seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const contexts = Array.from({ length: 40 }, () => createExecutionContext());
  const statuses = await Promise.all(
    contexts.map(async (context) => {
      const init = { method: "POST", body: "{}", headers: { "x-hub-signature": "sha256=00" } };
      return (await app.request("https://reeve.example.com/hooks/jira", init, bindings, context)).status;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([401]));
  await settled(...contexts);
  const first = (await findControl(bindings).state()).refusals;
  expect(first).toMatchObject([{ source: "jira" }]);
  const written = first[0]?.n ?? 0;

  // Deliveries after the first write wait for the next one.
  const context = createExecutionContext();
  await app.request(
    "https://reeve.example.com/hooks/jira",
    { method: "POST", body: "{}" },
    bindings,
    context,
  );
  expect((await findControl(bindings).state()).refusals[0]?.n).toBe(written);
  await settled(context);
  const { refusals } = await findControl(bindings).state();
  expect(refusals.reduce((total, { n }) => total + n, 0)).toBe(41);
});
