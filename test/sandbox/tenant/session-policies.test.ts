import { expect, it } from "vitest";
import { deleteSessionPolicy } from "../../../src/governance/contract/session-policies.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, missing, refusal, tenantAt } from "./client.ts";

const { contractors, kiosk } = samples.sessionPolicies;

it("deleting a session policy returns a 404 the second time", async () => {
  const tenant = await tenantAt("session-policies.tenant.example");
  const remove = (id: string) => tenant.call("DELETE", `/api/v1/session-policies/${id}`, {});
  const ids = async () => {
    const { sessionPolicies } = await tenant.control("GET", "/session-policies");
    return (sessionPolicies as { id: string }[]).map(({ id }) => id);
  };

  expect(await ids()).toEqual(expect.arrayContaining([contractors.id, kiosk.id]));
  expect(accepted(deleteSessionPolicy, await remove(contractors.id))).toEqual({});
  expect(await ids()).not.toContain(contractors.id);
  expect(await ids()).toContain(kiosk.id);
  expect(refusal(await remove(contractors.id))).toEqual(missing);
  expect(refusal(await remove("sp_none"))).toEqual(missing);
});
