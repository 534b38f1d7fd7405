// Tests the main flow through Reeve on a tenant that is slow, strict and unusual, and that limits its rate.
import { expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { RuledReeve } from "../ruled-reeve.ts";

const reeve = RuledReeve.forFile({ sample: true, chaos: true });

/** Sends an approved ticket for the given user, and returns its run once it is done. */
async function findRun(email: string) {
  const event = await reeve.send({}, undefined, ({ issue }) => {
    issue.fields.customfield_10061 = email;
  });
  return reeve.runOf(event, "connector-owner-from-ticket", "done");
}

it("Reeve creates each owner once on a slow and strict tenant, even above the tenant's rate limit", async () => {
  await control(reeve.tenant, "POST", "switches", { rateLimit: { calls: 4, seconds: 1 } });
  const people = ["ada.marsh", "nora.field", "iris.vale", "hugo.pike"];
  const runs = await Promise.all(people.map((name) => findRun(`${name}@example.com`)));
  for (const run of runs) expect(run).toMatchObject({ journal: [{ state: "applied" }] });
  await expect
    .poll(async () => (await reeve.owners()).map(({ userId }) => userId).toSorted())
    .toEqual(people.map((name) => `usr_${name.replace(".", "_")}`).toSorted());
  expect(await reeve.carriedOut("createConnectorOwner")).toBe(people.length);
});
