/** Who can't be told apart from who asked for a plan does not approve it, by whatever address they asked. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { control } from "../../../src/cli/start/stack.ts";
import { RuledReeve } from "../ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "../tickets.ts";

const OWN = "test-own";
let [strict, loose]: RuledReeve[] = [];
beforeAll(async () => {
  const approvals = [{ when: "always" as const }];
  [strict, loose] = await Promise.all([
    RuledReeve.start({ enabled: [OWN], policy: { approvals } }),
    RuledReeve.start({ enabled: [OWN], policy: { approvals, unknownRequestersFrom: ["jira"] } }),
  ]);
});
afterAll(async () => {
  await Promise.all([strict?.stop(), loose?.stop()]);
});

let tickets = 0;
/** A ticket that Reeve takes in, reported by this address; `null`: by nobody. Gita moved it, or this one did as well. */
async function reported(reeve: RuledReeve | undefined, reporter: string | null, mover: string | null = GITA) {
  if (!reeve) throw new Error("it has not started");
  const event = await reeve.send({ role: `role-${++tickets}` }, undefined, (webhook) => {
    const { fields } = webhook.issue;
    fields.reporter = reporter === null ? null : { ...fields.reporter, emailAddress: reporter };
    webhook.user = mover === null ? null : { ...webhook.user, emailAddress: mover };
  });
  return { reeve, run: await reeve.runOf(event, OWN, "awaiting_approval", "failed") };
}
/** An address that Nora may have at a ticket system, and that no governance user has. */
const ALIAS = "nora.field+jira@example.com";

describe("a ticket of somebody who is no governance user", () => {
  it("fails where it needs an approval", async () => {
    const { run } = await reported(strict, ALIAS);
    expect(run).toMatchObject({ state: "failed", problem: { code: "nobody_can_approve" } });
    expect(run.problem?.message).toContain("unknownRequestersFrom");
  });

  it.for<[string, string | null, string | null]>([
    ["nobody at all", null, null],
    ["nobody, and Gita moved it", null, GITA],
    ["Hugo, and nobody moved it", HUGO, null],
  ])("fails where it names %s", async ([, reporter, mover]) => {
    expect((await reported(strict, reporter, mover)).run.problem?.code).toBe("nobody_can_approve");
  });

  it("is not approved by whose address it resembles, even where policy lets unknown people ask", async () => {
    const { reeve, run } = await reported(loose, ALIAS);
    expect(await reeve.approve(run, NORA)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("resembles yours") },
    });
    const answer = await reeve.approve(run, HUGO);
    expect(answer).toMatchObject({ status: 200, body: { cautions: [expect.stringContaining(ALIAS)] } });
  });

  it("says so to approvers where policy lets unknown people ask", async () => {
    const { reeve, run } = await reported(loose, null, null);
    expect(run).toMatchObject({
      state: "awaiting_approval",
      cautions: [
        "Requester unknown: Jira does not say who it is. If you asked for this, let somebody else decide.",
      ],
    });
    for (const path of [`/runs/${run.id}`, `/approvals?run=${run.id}`])
      expect(await reeve.page(path)).toContain("Requester unknown: Jira does not say who it is.");
    const audit = (await reeve.audit()).find(({ runId, type }) => runId === run.id && type === "plan.made");
    expect(audit?.detail).toMatchObject({ cautions: run.cautions });
  });
});

describe("somebody with two governance users", () => {
  it("is one person to the gate", async () => {
    const { reeve, run } = await reported(strict, "ada.admin@example.com").then(async ({ reeve: one }) => {
      await control(one.tenant, "POST", "users", {
        user: {
          id: "usr_ada_admin",
          displayName: "Ada Marsh (admin)",
          email: "ada.admin@example.com",
          emails: ["ada.admin@example.com", "Ada.Marsh@example.com"],
        },
      });
      // Who somebody is holds for a second.
      await sleep(1_000);
      return reported(one, "ada.admin@example.com");
    });
    expect(await reeve.approve(run, ADA)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("You asked for this yourself") },
    });
    expect((await reeve.approve(run, NORA)).status).toBe(200);
  });
});
