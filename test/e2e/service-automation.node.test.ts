import { expect, it } from "vitest";
import { control } from "../../src/cli/start/stack.ts";
import { NO_DEFAULT_APPROVALS } from "../policy/own-rules.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, NORA } from "./tickets.ts";

const SECRET = "secret-of-an-inbound-webhook";
const reeve = RuledReeve.forFile({
  enabled: ["test-start", "requested-action"],
  settings: { serviceAutomations: { Offboard: { webhook: "lst_1", needsUser: true, values: ["ticket"] } } },
  policy: { defaultApprovals: { ...NO_DEFAULT_APPROVALS, serviceAutomations: true } },
  bindings: { CONDUCTORONE_LISTENER_SECRETS: `lst_1=${SECRET},lst_2=another-${SECRET}` },
});

it("an automation of the service is started after an approval, and not twice if the response to the call is lost", async () => {
  await control(reeve.tenant, "POST", "listeners", { id: "lst_1", secret: SECRET });
  const waiting = await reeve.runOf(await reeve.due("test-start"), "test-start", "awaiting_approval");
  expect(waiting.approvalReasons).toContain("it starts an automation of the governance service");
  await reeve.fault("startAutomation", { drop: "after", times: 1 });
  const { id, journal } = await reeve.approved(waiting);
  expect(journal).toMatchObject([{ operation: "startAutomation", state: "applied" }]);
  expect(await reeve.calls("startAutomation")).toBe(2);
  expect(await control(reeve.tenant, "GET", "listeners")).toMatchObject({
    listeners: [{ id: "lst_close_account" }, { id: "lst_1", started: { [`${id}-0`]: { userId: "usr_1" } } }],
  });
});

it("an automation of the service is started by a script's request, which the affected person can't approve", async () => {
  const request = async (values: string) => {
    const input = { automation: "offboard", user: NORA, values };
    const event = await reeve.request("service-automation.start", input, ADA);
    return reeve.runOf(event, "requested-action", "awaiting_approval", "failed");
  };
  expect((await request("ticket")).problem?.message).toBe('"Offboard" takes exactly these values: ticket=….');
  const waiting = await request("ticket=IAM-7");
  expect(waiting.approvalReasons).toContain("it starts an automation of the governance service");
  expect(await reeve.approve(waiting, NORA)).toMatchObject({ status: 403 });
  expect(await reeve.approve(waiting, GITA)).toMatchObject({ status: 200 });
  const { id } = await reeve.until(waiting.id, ({ state }) => state === "done");
  expect(await control(reeve.tenant, "GET", "listeners")).toMatchObject({
    listeners: [
      { id: "lst_close_account" },
      { started: { [`${id}-0`]: { userId: "usr_nora_field", userEmail: NORA, ticket: "IAM-7" } } },
    ],
  });
});

it("a run fails if the secret for its inbound webhook is wrong", async () => {
  await control(reeve.tenant, "POST", "listeners", { id: "lst_1", secret: `rotated-${SECRET}` });
  const waiting = await reeve.runOf(await reeve.due("test-start"), "test-start", "awaiting_approval");
  expect(await reeve.approved(waiting, "failed")).toMatchObject({ journal: [{ state: "refused" }] });
});
