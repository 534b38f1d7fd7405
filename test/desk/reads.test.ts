import { expect, it } from "vitest";
import { noting } from "../../src/desk/engine/propose.ts";
import { readOnly } from "../../src/governance/client/index.ts";
import { searchUsers } from "../../src/governance/contract/users.ts";
import { partyFinder } from "../../src/policy/parties.ts";
import { tenantAt } from "../governance/tenant.ts";

it("the first twenty reads of a decision are kept, and the others counted", async () => {
  const tenant = await tenantAt("reads.example.com");
  const { governance, reads } = noting(readOnly(tenant.client()), { heard() {} });
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

it("whom a proposal has read of is not asked for again", async () => {
  const tenant = await tenantAt("heard.example.com");
  const find = partyFinder(readOnly(tenant.client()));
  const { governance } = noting(readOnly(tenant.client()), find);
  const { list } = await governance.call(searchUsers, { body: { email: "ada.marsh@example.com" } });
  const id = list[0]?.user?.id ?? "";
  const before = await tenant.calls("searchUsers");
  expect(await find.users([id])).toMatchObject([{ id, emails: ["ada.marsh@example.com"] }]);
  expect(await tenant.calls("searchUsers")).toEqual(before);
});

it("who somebody is holds for a while, and an asking that failed does not", async () => {
  const tenant = await tenantAt("holds.example.com");
  const find = partyFinder(readOnly(tenant.client({ maxAttempts: 1 })));
  const ada = { email: "ada.marsh@example.com" };
  await tenant.fault({ operation: "searchUsers", status: 503 });
  await expect(find.requester(ada)).rejects.toThrow();
  expect(await find.requester(ada)).toMatchObject({ user: { emails: [ada.email] } });
  const before = await tenant.calls("searchUsers");
  await find.requester(ada);
  expect(await tenant.calls("searchUsers")).toBe(before);
});
