import { expect, it } from "vitest";
import { actions } from "../../../src/actions/index.ts";
import { automations } from "../../../src/automations/index.ts";
import { findBroken, type StoredRun, unfinishedRuns } from "../../../src/cli/deploy/runs.ts";
import { sample } from "../../../src/cli/start/sample.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { NORA } from "../tickets.ts";

const KEPT = "connector-owner-from-ticket";
const GONE = "test-own";
const reeve = RuledReeve.forFile({
  enabled: [KEPT, GONE],
  policy: { approvals: [{ when: "always" }] },
  fields: sample.settings.fields,
  keeps: true,
});

/** Lists the unfinished runs in the same way as a deployment. */
async function unfinished(): Promise<StoredRun[]> {
  const ledger = await reeve.ledger();
  return unfinishedRuns(async (args) => JSON.stringify([await ledger.prepare(args.at(-1) ?? "").all()]));
}

it("a run that waits for an approval during a deployment continues unless the deployment check lists it as broken", async () => {
  const event = await reeve.send({});
  const [{ id: kept }, { id: gone }] = [
    await reeve.runOf(event, KEPT, "awaiting_approval"),
    await reeve.runOf(event, GONE, "awaiting_approval"),
  ];
  const runs = await unfinished();
  expect(runs.map(({ id }) => id).sort()).toEqual([kept, gone].sort());

  // The new code has neither the automation nor its action.
  expect(findBroken({ automations, actions }, runs)).toEqual([
    {
      id: gone,
      automation: GONE,
      subject: "jira:30001",
      state: "awaiting_approval",
      mode: "live",
      faults: ['its automation "test-own" no longer exists', 'its action "test.own" no longer exists'],
    },
  ]);

  await reeve.restart({ sample: true });
  for (const id of [kept, gone])
    expect(await reeve.approve(await reeve.run(id))).toMatchObject({ status: 200 });
  expect(await reeve.until(kept, ({ state }) => state === "done")).toMatchObject({
    approvals: [{ by: NORA }],
  });
  expect(await reeve.until(gone, ({ state }) => state === "failed")).toMatchObject({
    problem: { message: 'there is no automation "test-own" any more' },
  });
  await expect.poll(unfinished).toEqual([]);
});
