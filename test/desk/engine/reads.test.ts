import { expect, it } from "vitest";
import { recordReads } from "../../../src/desk/engine/propose.ts";
import { type Governance, readOnly } from "../../../src/governance/client/index.ts";
import { getUser, searchUsers } from "../../../src/governance/contract/users.ts";
import { automation } from "../../../src/kit/automation.ts";
import { partyFinder } from "../../../src/policy/parties.ts";
import { tenantAt } from "../../governance/tenant.ts";
import { deskWith } from "../at-desk.ts";

it("the first twenty reads of a proposal are recorded, and the others are counted", async () => {
  const tenant = await tenantAt("reads.example.com");
  const { governance, reads } = recordReads(readOnly(tenant.client()), { rememberSearch() {} });
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

it("a proposal that reads endlessly is stopped after 2,000 calls, including pages, and its run reports the error", async () => {
  let sent = 0;
  const endless = automation({
    name: "endless",
    on: "ticket.created",
    reads: ["getUser", "searchUsers"],
    async propose(_, { governance }) {
      await Array.fromAsync(governance.items(searchUsers, {}));
      for (let n = 0; ; n++) await governance.call(getUser, { path: { id: `usr_${n}` } });
    },
  });
  const governance = {
    call: async () => (++sent < 100 ? { list: [{}], nextPageToken: `t${sent}` } : { list: [] }),
  } as unknown as Governance;
  await deskWith({ rules: [endless], governance }, async ({ deliverUntil }) => {
    const [run] = await deliverUntil("T-1", "failed");
    expect(sent).toBe(2_000);
    expect(run?.problem).toEqual({
      code: "too_many_reads",
      message: expect.stringMatching(/^getUser: not sent, because one proposal can make at most 2000 calls/),
      public: "This would take too many lookups at once. Ask for less at a time.",
    });
  });
});

/** Returns the reads of a proposal at a tenant of its own, and the finder that receives the results. */
async function reading(host: string) {
  const tenant = await tenantAt(`${host}.example.com`);
  const find = partyFinder(readOnly(tenant.client({ maxAttempts: 1 })));
  const { governance } = recordReads(readOnly(tenant.client()), find);
  return { tenant, find, governance, searches: () => tenant.calls("searchUsers") };
}
const email = "ada.marsh@example.com";

it("people whom a proposal has read are not read again", async () => {
  const { find, governance, searches } = await reading("heard");
  const { list } = await governance.call(searchUsers, { body: { email } });
  const id = list[0]?.user?.id ?? "";
  const before = await searches();
  expect(await find.users([id])).toMatchObject([{ id, emails: [email] }]);
  expect(await searches()).toEqual(before);
});

it("an exact address that a proposal has searched for is not searched again", async () => {
  const { find, governance, searches } = await reading("address");
  await governance.call(searchUsers, { body: { email, userStatuses: ["ENABLED"] } });
  const before = await searches();
  expect(await find.requester({ email })).toMatchObject({ user: { emails: [email] } });
  expect(await find.decider(email)).toMatchObject({ user: { emails: [email] } });
  expect(await searches()).toEqual(before);
});

it.for([
  { of: "statuses", email, userStatuses: ["ENABLED", "DISABLED"] as const },
  { of: "titles", email, userStatuses: ["ENABLED"] as const, jobTitles: ["None"] },
  { of: "capitals", email: "ADA.MARSH@example.com", userStatuses: ["ENABLED"] as const },
  { of: "words", query: email, userStatuses: ["ENABLED"] as const },
])("a search with other $of is not reused to identify a user", async ({ of, userStatuses, ...body }) => {
  const { find, governance, searches } = await reading(of);
  await governance.call(searchUsers, { body: { ...body, userStatuses: [...userStatuses] } });
  const before = await searches();
  expect(await find.requester({ email })).toMatchObject({ user: { emails: [email] } });
  expect(await searches()).toBe(before + 1);
});

it("an identity is cached for a while, but a failed read is not", async () => {
  const { tenant, find, searches } = await reading("holds");
  await tenant.fault({ operation: "searchUsers", status: 503 });
  await expect(find.requester({ email })).rejects.toThrow("HTTP 503");
  expect(await find.requester({ email })).toMatchObject({ user: { emails: [email] } });
  const before = await searches();
  await find.requester({ email });
  expect(await searches()).toBe(before);
});
