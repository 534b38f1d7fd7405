/** What stood still is looked at again before it acts: those it is for may have left meanwhile. */
import { beforeEach, expect, it } from "vitest";
import { sample } from "../../src/cli/start/sample.ts";
import { control } from "../../src/cli/start/stack.ts";
import type { Run } from "../../src/desk/run/run.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { HUGO, NORA } from "./tickets.ts";

const { settings } = sample;

const OWNER = "connector-owner-from-ticket";
const reeve = RuledReeve.forFile({ enabled: [OWNER], fields: settings.fields });

const hugo = (status: "ENABLED" | "DISABLED") =>
  control(reeve.tenant, "POST", "users", {
    user: { id: "usr_hugo_pike", email: HUGO, displayName: "Hugo Pike" },
    status,
  });
beforeEach(async () => {
  await control(reeve.tenant, "DELETE", "faults");
  await hugo("ENABLED");
});

/** A ticket that makes Hugo an owner. @returns its run, once it is in this state */
async function asked(state: Run["state"]): Promise<Run> {
  const event = await reeve.send({}, undefined, ({ issue }) => {
    issue.fields.customfield_10061 = HUGO;
  });
  return reeve.runOf(event, OWNER, state);
}
const pause = (path: "pauses" | "pauses/lifted") =>
  reeve.post(path, { automation: null, reason: "a test" }, NORA);

it("a plan that a pause held up is made again when the pause is lifted", async () => {
  const before = await reeve.calls("createConnectorOwner");
  await pause("pauses");
  const run = await asked("acting");
  await reeve.until(run.id, ({ paused }) => paused !== null);
  await hugo("DISABLED");
  await pause("pauses/lifted");
  expect(await reeve.until(run.id, ({ state }) => state === "failed")).toMatchObject({
    problem: { code: "user_not_found" },
    journal: [],
  });
  expect(await reeve.calls("createConnectorOwner")).toBe(before);
  expect(await reeve.story(run)).toEqual([
    "plan.made reeve",
    "run.paused reeve",
    "plan.outdated reeve",
    "plan.failed reeve",
  ]);
});

it("a run that has begun is not gone on with for somebody who has left since", async () => {
  await reeve.fault("createConnectorOwner", { count: 1, status: 403 });
  const run = await asked("failed");
  expect(run.journal).toMatchObject([{ state: "refused", attempts: 1 }]);
  const before = await reeve.calls("createConnectorOwner");
  await hugo("DISABLED");
  await reeve.decide(run, { decision: "retried" }, NORA);
  const failed = await reeve.until(
    run.id,
    ({ state, version }) => state === "failed" && version > run.version,
  );
  expect(failed.problem).toMatchObject({
    code: "user_not_found",
    message: expect.stringContaining("usr_hugo_pike"),
  });
  expect(await reeve.calls("createConnectorOwner")).toBe(before);

  await hugo("ENABLED");
  await reeve.decide(run, { decision: "retried" }, NORA);
  expect(await reeve.until(run.id, ({ state }) => state === "done")).toMatchObject({
    journal: [{ state: "applied", attempts: 2 }],
  });
});
