import { expect, it } from "vitest";
import { noting } from "../../src/desk/run/propose.ts";
import { readOnly } from "../../src/governance/client/index.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";
import { tenantAt } from "../governance/tenant.ts";

it("the first twenty reads of a decision are kept, and the others counted", async () => {
  const tenant = await tenantAt("reads.example.com");
  const { governance, reads } = noting(readOnly(tenant.client()));
  expect(reads()).toBeNull();
  const body = { email: "ada.marsh@example.com" };
  for (let n = 0; n < 22; n++) await governance.call(searchUsers, { body });
  for await (const user of governance.items(searchUsers, { body: { pageSize: 10 } })) {
    expect(user.user?.id).toBeTruthy();
    break;
  }
  expect(reads()?.made).toHaveLength(20);
  expect(reads()).toMatchObject({ more: 3 });
  expect(reads()?.made[0]).toEqual({ operation: "searchUsers", input: { body } });
});
