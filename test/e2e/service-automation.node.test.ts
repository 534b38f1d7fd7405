import { expect, it } from "vitest";
import { control } from "../../src/cli/start/stack.ts";
import { NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const SECRET = "secret-of-an-inbound-webhook";
const reeve = RuledReeve.forFile({
  enabled: ["test-start"],
  policy: { defaultApprovals: { ...NO_DEFAULT_APPROVALS, serviceAutomations: true } },
  bindings: { CONDUCTORONE_LISTENER_SECRETS: `lst_1=${SECRET},lst_2=another-${SECRET}` },
});

it("an automation of the service is started once after an approval, even if the response to the call is lost", async () => {
  await control(reeve.tenant, "POST", "listeners", { id: "lst_1", secret: SECRET });
  const waiting = await reeve.runOf(await reeve.due("test-start"), "test-start", "awaiting_approval");
  expect(waiting.approvalReasons).toContain("it starts an automation of the governance service");
  await reeve.fault("startAutomation", { drop: "after", times: 1 });
  const { id, journal } = await reeve.approved(waiting);
  expect(journal).toMatchObject([{ operation: "startAutomation", state: "applied" }]);
  expect(await reeve.calls("startAutomation")).toBe(2);
  expect(await control(reeve.tenant, "GET", "listeners")).toMatchObject({
    listeners: [{ id: "lst_1", started: { [`${id}-0`]: { userId: "usr_1" } } }],
  });
});

it("an inbound webhook whose secret is wrong refuses the call", async () => {
  await control(reeve.tenant, "POST", "listeners", { id: "lst_1", secret: `rotated-${SECRET}` });
  const waiting = await reeve.runOf(await reeve.due("test-start"), "test-start", "awaiting_approval");
  expect(await reeve.approved(waiting, "failed")).toMatchObject({ journal: [{ state: "refused" }] });
});
