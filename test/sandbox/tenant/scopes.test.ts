// The grants that a campaign's scope selects, counted by the tenant and again from its lists.
import { beforeAll, describe, expect, it } from "vitest";
import { createCampaign, type ScopeV2 } from "../../../src/governance/contract/campaigns.ts";
import { searchUsers, type User } from "../../../src/governance/contract/users.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, type TestTenant, tenantAt } from "./client.ts";
import { allPages } from "./pages.ts";

const { users, policies, entitlements, appUsers } = samples;
const DAY_MS = 86_400_000;

interface Grant {
  readonly appId: string;
  readonly entitlementId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly addedAt: string;
  readonly usedAt: string | null;
  readonly reviewedAt: string | null;
  readonly source: string;
  readonly type: string;
}

let tenant: TestTenant;
let grants: Grant[];
/** Every user by id, and the ids that searches by status and without types find. */
let people: Map<string, User>;
let enabled: Set<string>;
let deleted: Set<string>;
let humans: Set<string>;

beforeAll(async () => {
  tenant = await tenantAt("scopes.tenant.example");
  grants = (await tenant.control("GET", "/grants"))["grants"] as Grant[];
  const search = async (body: object) => {
    const pages = await allPages(async (pageToken) =>
      accepted(
        searchUsers,
        await tenant.call("POST", "/api/v1/search/users", { ...body, ...(pageToken && { pageToken }) }),
      ),
    );
    return new Map(pages.flat().map(({ user }): [string, User] => [user.id, user]));
  };
  people = await search({});
  enabled = new Set((await search({ userStatuses: ["ENABLED"] })).keys());
  deleted = new Set((await search({ userStatuses: ["DELETED"] })).keys());
  const machines = ["USER_TYPE_SERVICE", "USER_TYPE_AGENT", "USER_TYPE_SYSTEM"];
  humans = new Set((await search({ excludeTypes: machines })).keys());
});

const count = async (scopeV2: ScopeV2 | undefined): Promise<number> => {
  const body = { displayName: "Spring", policyId: policies.managerReview.id, scopeV2 };
  const answer = accepted(createCampaign, await tenant.call("POST", "/api/v1/access_review", body));
  return answer.accessReview.accessReview.expectedTicketCount;
};

const daysSince = (time: string) => (Date.now() - Date.parse(time)) / DAY_MS;
const personOf = ({ userId }: Grant) => people.get(userId);
const reportsTo = (grant: Grant, managerId: string) =>
  personOf(grant)?.managerIds?.includes(managerId) ?? false;
const isMaintainer = (grant: Grant) =>
  grants.some(
    ({ userId, entitlementId }) =>
      userId === grant.userId && entitlementId === entitlements.githubMaintainer.id && people.has(userId),
  );

/** Scopes, each with the grants that it selects in other words. */
const SCOPES: readonly (readonly [name: string, scope: ScopeV2, selects: (grant: Grant) => boolean])[] = [
  ["everything", { allGrants: {}, allUsers: {}, allAccounts: {}, appAccess: {} }, () => true],
  [
    "two people",
    { selectedUsers: { userIds: [users.ada.id, users.nora.id] } },
    ({ userId }) => [users.ada.id, users.nora.id].includes(userId as never),
  ],
  ["nobody", { selectedUsers: { userIds: [] } }, () => false],
  [
    "a manager's people",
    { userCriteria: { managerUserIds: [users.hugo.id] } },
    (grant) => reportsTo(grant, users.hugo.id),
  ],
  ["people by status", { userCriteria: { userStatus: ["ENABLED"] } }, ({ userId }) => enabled.has(userId)],
  [
    "people by status, and what they hold",
    {
      userCriteria: {
        userStatus: ["ENABLED"],
        groupAppEntitlementsRef: [
          { appId: entitlements.githubMaintainer.appId, id: entitlements.githubMaintainer.id },
        ],
      },
    },
    (grant) => enabled.has(grant.userId) && isMaintainer(grant),
  ],
  [
    "people by a member and by their profile",
    { userCriteria: { multiUserProfileAttributes: { department: ["Engineering", "IT"], location: "Oslo" } } },
    (grant) =>
      ["Engineering", "IT"].includes(personOf(grant)?.department ?? "") &&
      personOf(grant)?.profile?.["location"] === "Oslo",
  ],
  [
    "people by CEL",
    { celExpression: { expression: 'subject.department == "Sales" && subject.status == "ENABLED"' } },
    (grant) => personOf(grant)?.department === "Sales" && enabled.has(grant.userId),
  ],
  [
    "people by CEL about what some lack",
    { celExpression: { expression: `subject.delegatedUserId == "${users.iris.id}"` } },
    (grant) => personOf(grant)?.delegatedUserId === users.iris.id,
  ],
  ["people by CEL that is no condition", { celExpression: { expression: "1 + 1" } }, () => false],
  ["people by CEL about nothing", { celExpression: { expression: "nobody.is.here" } }, () => false],
  [
    "accounts of machines",
    {
      accountCriteria: {
        accountTypes: ["APP_USER_TYPE_SERVICE_ACCOUNT", "APP_USER_TYPE_SYSTEM_ACCOUNT"],
      },
    },
    ({ userId }) => people.has(userId) && !humans.has(userId),
  ],
  [
    "accounts by status",
    { accountCriteria: { appUserStatuses: ["APP_USER_STATUS_DELETED"] } },
    ({ userId }) => deleted.has(userId),
  ],
  [
    "accounts of partners",
    { accountCriteria: { accountDomain: "APP_USER_DOMAIN_EXTERNAL" } },
    (grant) => personOf(grant)?.employmentType === "CONTRACTOR",
  ],
  [
    "accounts that nobody holds",
    { accountCriteria: { noAccountOwner: true } },
    ({ accountId }) => accountId === appUsers.formerGithub.id,
  ],
  [
    "accounts by CEL",
    { accountCelExpression: { expression: 'account.appId == "app_jira"' } },
    ({ appId }) => appId === "app_jira",
  ],
  [
    "apps by risk",
    { appSelectionCriteria: { riskLevelAttributeValueIds: ["risk_low"] } },
    ({ appId }) => ["app_wiki", "app_design"].includes(appId),
  ],
  [
    "apps by risk and framework",
    {
      appSelectionCriteria: {
        riskLevelAttributeValueIds: ["risk_medium"],
        complianceFrameworkAttributeValueIds: ["framework_gdpr"],
      },
    },
    ({ appId }) => appId === "app_helpdesk",
  ],
  [
    "grants not used for long",
    { grantsByCriteria: { daysSinceLastUsed: "25920000s" } },
    ({ usedAt }) => usedAt === null || daysSince(usedAt) >= 300,
  ],
  [
    "grants not reviewed for long",
    { grantsByCriteria: { daysSinceReviewed: "25920000s" } },
    ({ reviewedAt }) => reviewedAt === null || daysSince(reviewedAt) >= 300,
  ],
  [
    "grants that are old",
    { grantsByCriteria: { daysSinceAdded: "43200000s" } },
    ({ addedAt }) => daysSince(addedAt) >= 500,
  ],
  [
    "grants of a span",
    {
      grantsByCriteria: {
        grantsAddedBetween: { startDate: "2026-01-01T00:00:00Z", endDate: "2026-03-01T00:00:00Z" },
      },
    },
    ({ addedAt }) => addedAt >= "2026-01-01" && addedAt <= "2026-03-01T00:00:00.000Z",
  ],
  [
    "grants since a day",
    { grantsByCriteria: { grantsAddedBetween: { startDate: "2026-01-01T00:00:00Z" } } },
    ({ addedAt }) => addedAt >= "2026-01-01",
  ],
  [
    "grants by source and type",
    {
      grantsByCriteria: {
        sourceFilter: "GRANT_SOURCE_FILTER_DIRECT",
        typeFilter: "GRANT_FILTER_TYPE_TEMPORARY",
      },
    },
    ({ source, type }) => source === "DIRECT" && type === "TEMPORARY",
  ],
  [
    "grants without an access profile",
    { grantsByCriteria: { accessProfileFilter: { excludedAccessProfileIds: ["prf_any"] } } },
    () => true,
  ],
  [
    "grants by an access profile",
    { grantsByCriteria: { accessProfileFilter: { includedAccessProfileIds: ["prf_any"] } } },
    () => false,
  ],
  ["access conflicts", { allAccessConflicts: {} }, () => false],
  [
    "users, accounts and grants together",
    {
      userCriteria: { userStatus: ["ENABLED"] },
      accountCriteria: { accountTypes: ["APP_USER_TYPE_USER"] },
      grantsByCriteria: { typeFilter: "GRANT_FILTER_TYPE_PERMANENT" },
    },
    ({ userId, type }) => enabled.has(userId) && humans.has(userId) && type === "PERMANENT",
  ],
];

describe("expectedTicketCount is the number of grants of", () => {
  it.each(SCOPES)("%s", async (_, scope, selects) => {
    expect(await count(scope)).toBe(grants.filter(selects).length);
  });
});

it("some grants match each scope that can match any, and few match all", () => {
  const counts = SCOPES.map(([, , selects]) => grants.filter(selects).length);
  expect(counts.filter((n) => n === grants.length)).toHaveLength(2);
  expect(counts.filter((n) => n === 0)).toHaveLength(5);
});

it("a campaign without a scope reviews everything, and a copy what its own scope selects", async () => {
  expect(await count(undefined)).toBe(grants.length);
  expect(await count({})).toBe(grants.length);
});

it("grants are few, the same every time, and of known entitlements and accounts", async () => {
  const again = await tenantAt("scopes-again.tenant.example");
  expect((await again.control("GET", "/grants"))["grants"]).toEqual(grants);
  expect(grants.length).toBeGreaterThan(100);
  const large = await tenantAt("scopes-large.tenant.example", { users: 2_000 });
  expect(((await large.control("GET", "/grants"))["grants"] as Grant[]).length).toBeLessThan(5_000);
  const { apps } = (await tenant.control("GET", "/apps")) as { apps: { entitlements: { id: string }[] }[] };
  const known = new Set(apps.flatMap((app) => app.entitlements.map(({ id }) => id)));
  expect(grants.filter(({ entitlementId }) => !known.has(entitlementId))).toEqual([]);
});
