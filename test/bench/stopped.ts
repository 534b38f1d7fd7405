import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figures/table.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { startReeve } from "./reeve.ts";
import { openTenant, ownersAsked } from "./tenant.ts";
import { startWitness } from "./witness.ts";

const CALLS = 500;
/** Response time of the service in milliseconds, so that the cancel arrives during a call. */
const ANSWER_MS = 50;
const POLL_MS = 5;

/** Counts the calls that a run of 500 calls still makes when a person cancels the run as soon as it is listed. */
export async function stopped(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const tenant = started.adopt(await openTenant(folder), (one) => one.stop());
  const witness = started.adopt(await startWitness(Number(tenant.url.port), ANSWER_MS), (one) => one.stop());
  const { url } = started.adopt(
    await startReeve(folder, {
      rules: { enabled: ["test-many"], policy: { approvals: [] } },
      bindings: { ...tenant.credential, GOVERNANCE_BASE_URL: `http://localhost:${witness.port}` },
    }),
    (one) => one.stop(),
  );
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(new URL(path, url), init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Answer>;
  };
  const [{ path, ...delivery } = { path: "" }] = jiraDeliveries(1, "New laptop", 0, { many: String(CALLS) });
  await ask(path, { method: "POST", ...delivery });
  const findRun = async () => (await ask<{ items: { id: string }[] }>("/api/runs")).items[0];
  let found = await findRun();
  for (; !found; found = await findRun()) await sleep(POLL_MS);
  const run = `/api/runs/${found.id}`;
  const before = await ownersAsked(tenant);
  await ask(`${run}/decisions`, {
    method: "POST",
    headers: { "content-type": "application/json", "reeve-operator": "nora.field@example.com" },
    body: JSON.stringify({ decision: "cancelled", reason: "the plan is wrong" }),
  });
  while ((await ask<{ state: string }>(run)).state === "acting") await sleep(POLL_MS);
  return {
    name: `runs, calls after a cancel at ${before} of ${CALLS}`,
    reeve: (await ownersAsked(tenant)) - before,
    unit: "calls",
    target: { of: "figure", at: "most", bound: 1 },
  };
}
