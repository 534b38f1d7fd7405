import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { actions } from "../../src/actions/index.ts";
import { automations } from "../../src/automations/index.ts";
import { findBroken, type StoredRun, unfinishedRuns } from "../../src/cli/deploy/runs.ts";
import { sendAsJira } from "../../src/cli/send/deliver.ts";
import { recordedRun, settled } from "../../src/cli/shared/reeve-api.ts";
import { type Stack, startStack } from "../../src/cli/start/stack.ts";
import { NORA, ticketDelivery } from "./tickets.ts";

const KEPT = "connector-owner-from-ticket";
const GONE = "test-own";
const folder = mkdtempSync(join(tmpdir(), "reeve-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is on record of `stack`, read as a deployment reads it. */
async function unfinished({ reeve }: Stack): Promise<StoredRun[]> {
  const ledger = await reeve.miniflare.getD1Database("LEDGER", "reeve");
  return unfinishedRuns(async (args) => JSON.stringify([await ledger.prepare(args.at(-1) ?? "").all()]));
}

async function approve({ reeve }: Stack, id: string): Promise<void> {
  const { plan } = await recordedRun(reeve.url, id);
  const response = await fetch(new URL(`/api/runs/${id}/decisions`, reeve.url), {
    method: "POST",
    headers: { "content-type": "application/json", "reeve-operator": NORA },
    body: JSON.stringify({ decision: "approved", hash: plan?.hash, reason: "as agreed" }),
  });
  expect(response.status).toBe(200);
}

it("a run that waits for an approval across a deploy goes on, and one that can't is named before it", async () => {
  const fields = {
    jira: {
      requestType: "customfield_10010",
      user: "customfield_10061",
      connector: "customfield_10062",
      role: "customfield_10063",
    },
  };
  const rules = { enabled: [KEPT, GONE], policy: { approvals: [{ when: "always" }] }, fields };
  const before = await startStack({
    persist: folder,
    entry: "test/support/reeve-with-rules.ts",
    bindings: { RULES: JSON.stringify(rules) },
  });
  const ids = new Map<string, string>();
  let runs: StoredRun[];
  try {
    const { body, id: delivery } = ticketDelivery(1, {});
    const taken = await sendAsJira(before.reeve.url, body, { id: delivery });
    const { event } = (await taken.json()) as { event: string };
    for (const { automation, id, state } of (await settled(before.reeve.url, event)).runs) {
      expect(state).toBe("awaiting_approval");
      ids.set(automation, id);
    }
    runs = await unfinished(before);
  } finally {
    await before.stop();
  }
  const [kept = "", gone = ""] = [ids.get(KEPT), ids.get(GONE)];
  expect(runs.map(({ id }) => id).sort()).toEqual([kept, gone].sort());

  // The code that is to be deployed has neither the automation nor its action.
  expect(findBroken({ automations, actions }, runs)).toEqual([
    {
      id: gone,
      automation: GONE,
      subject: "jira:30001",
      state: "awaiting_approval",
      faults: ['its automation "test-own" is gone', 'its action "test.own" is gone'],
    },
  ]);

  const after = await startStack({ persist: folder });
  try {
    await approve(after, kept);
    await approve(after, gone);
    await expect
      .poll(() => recordedRun(after.reeve.url, kept))
      .toMatchObject({ state: "done", approval: { by: NORA } });
    await expect
      .poll(() => recordedRun(after.reeve.url, gone))
      .toMatchObject({ state: "failed", problem: { message: 'there is no automation "test-own" any more' } });
    expect(await unfinished(after)).toEqual([]);
  } finally {
    await after.stop();
  }
});
