import { query as jsonPath } from "jsonpath-rfc9535";
import { describe, expect, it } from "vitest";
import { type AccessReview, createCampaign } from "../../../src/governance/contract/campaigns.ts";
import { CAMPAIGNS, samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, invalid, missing, refusal, tenantAt } from "./client.ts";

const { users, policies, campaigns, entitlements } = samples;

const tenant = await tenantAt("campaigns.tenant.example");
await tenant.control("POST", "/specification");

const call = (body: object) => tenant.call("POST", "/api/v1/access_review", body);
const create = async (body: object) => accepted(createCampaign, await call(body));
const review = async (body: object) => (await create(body)).accessReview.accessReview;
const recorded = async () =>
  (await tenant.control("GET", "/campaigns"))["campaigns"] as {
    ownerIds: string[];
    accessReview: AccessReview;
  }[];
const fetchOwners = async (id: string) =>
  (await recorded()).find(({ accessReview }) => accessReview.id === id)?.ownerIds;

const basics = { displayName: "Spring review", policyId: policies.managerReview.id };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe("a new campaign", () => {
  it("has the properties of the request, and all others of a closed campaign except closedAt", async () => {
    const given = {
      ...basics,
      description: "Who has what.",
      completionDate: inDays(14),
      notificationConfig: { sendKickoff: true },
      ownerIds: [users.gita.id, users.hugo.id],
      scopeV2: {
        accountCriteria: {
          accountTypes: ["APP_USER_TYPE_USER"],
          appUserStatuses: ["APP_USER_STATUS_ENABLED"],
          noAccountOwner: true,
        },
        userCriteria: {
          managerUserIds: [users.nora.id],
          userStatus: ["ENABLED"],
          multiUserProfileAttributes: {},
          groupAppEntitlementsRef: [
            { appId: entitlements.githubAdmin.appId, id: entitlements.githubAdmin.id },
          ],
        },
        allGrants: {},
      },
    };
    const made = await review(given);
    const { ownerIds, notificationConfig: _, ...shown } = given;
    expect(made).toMatchObject(shown);
    expect(made.notificationConfig).toEqual({ sendKickoff: true, sendClose: false, sendReminders: false });
    expect(made.createdById).toBe(users.gita.id);
    expect(made.inclusionScope).toMatchObject({
      managerIds: [users.nora.id],
      userStatuses: ["USER_ENABLED"],
      appUserStatuses: ["APP_USER_STATUS_ENABLED"],
    });
    const [closed] = CAMPAIGNS;
    expect(new Set([...Object.keys(made), "closedAt"])).toEqual(new Set(Object.keys(closed?.review ?? {})));
    expect(await fetchOwners(made.id)).toEqual(ownerIds);
  });

  it("starts immediately, runs for 30 days and is owned by its creator by default", async () => {
    const made = await review(basics);
    expect(made.startedAt).toBe(made.createdAt);
    expect(Date.parse(made.completionDate ?? "") - Date.parse(made.createdAt ?? "")).toBe(30 * 86_400_000);
    expect(await fetchOwners(made.id)).toEqual([users.gita.id]);
  });

  it("shows the selected users in the older scope format as well", async () => {
    const made = await review({ ...basics, scopeV2: { selectedUsers: { userIds: [users.ada.id] } } });
    expect(made.inclusionScope).toMatchObject({ userIds: [users.ada.id], userStatuses: [] });
  });

  it("is created again if the request is repeated", async () => {
    const before = (await recorded()).length;
    expect((await review(basics)).id).not.toBe((await review(basics)).id);
    expect(await recorded()).toHaveLength(before + 2);
  });
});

describe("duplicateFrom", () => {
  const [source] = CAMPAIGNS;
  const from = { duplicateFrom: campaigns.quarterly.id };

  it("copies all properties except the id, the state, the times and the results", async () => {
    const made = await review(from);
    const { closedAt: _, ...copied } = source?.review ?? {};
    expect(made).toEqual({
      ...copied,
      id: made.id,
      state: "ACCESS_REVIEW_STATE_OPEN",
      expectedTicketCount: 0,
      campaignHealth: { checkedAt: made.createdAt, phantomLockedCount: 0 },
      campaignInsights: { markdown: "" },
      completionDate: made.completionDate,
      scheduledStartDate: made.createdAt,
      startedAt: made.createdAt,
      connectorSourcesFrozenAt: made.createdAt,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    });
    expect(made.id).not.toBe(campaigns.quarterly.id);
    expect(Date.parse(made.completionDate ?? "")).toBeGreaterThan(Date.now());
    expect(await fetchOwners(made.id)).toEqual(source?.ownerIds);
  });

  it("replaces copied properties with those of the request", async () => {
    const given = {
      displayName: "Again",
      description: "",
      policyId: policies.ownerReview.id,
      notificationConfig: { sendClose: false, sendKickoff: false, sendReminders: true },
      scopeV2: { allUsers: {} },
      completionDate: inDays(3),
    };
    const made = await review({ ...from, ...given, ownerIds: [users.nora.id] });
    expect(made).toMatchObject(given);
    expect(made.scopeV2).toEqual({ allUsers: {} });
    expect(made.inclusionScope?.userIds).toEqual([]);
    expect(await fetchOwners(made.id)).toEqual([users.nora.id]);
  });

  it("can copy a campaign that was created by a request", async () => {
    const made = await review({ ...basics, scopeV2: { allAccounts: {} } });
    expect(await review({ duplicateFrom: made.id })).toMatchObject({
      ...basics,
      scopeV2: { allAccounts: {} },
    });
  });

  it("responds with 404 for an unknown campaign", async () => {
    expect(refusal(await call({ duplicateFrom: "cmp_none" }))).toEqual(missing);
  });
});

describe("expandMask", () => {
  const resolve = (answer: Awaited<ReturnType<typeof create>>, path: string | undefined) =>
    jsonPath(answer as Parameters<typeof jsonPath>[0], path ?? "");

  it.each([
    [["created_by_user_id", "policy_id"]],
    [["policy_id", "created_by_user_id"]],
    [["*"]],
    [["*", "policy_id"]],
  ])("adds the creator and the policy at their paths for %j", async (paths) => {
    const answer = await create({ ...basics, expandMask: { paths } });
    const { createdByUserPath, policyPath } = answer.accessReview;
    expect(answer.expanded).toHaveLength(2);
    expect(resolve(answer, createdByUserPath)).toEqual([
      expect.objectContaining({ "@type": expect.stringContaining("User"), id: users.gita.id }),
    ]);
    expect(resolve(answer, policyPath)).toEqual([
      expect.objectContaining({ "@type": expect.stringContaining("Policy"), id: policies.managerReview.id }),
    ]);
  });

  it.for<[what: string, body: object, expanded: number]>([
    ["only the requested object", { expandMask: { paths: ["policy_id"] } }, 1],
    ["nothing by default", {}, 0],
    ["nothing for an unknown path", { expandMask: { paths: ["owner_ids"] } }, 0],
  ])("returns %s", async ([, body, expanded]) => {
    const answer = await create({ ...basics, ...body });
    expect(answer.expanded).toHaveLength(expanded);
    const { createdByUserPath, policyPath } = answer.accessReview;
    expect(createdByUserPath).toBe("");
    expect(policyPath === "" ? [] : resolve(answer, policyPath)).toHaveLength(expanded);
  });

  it("accepts only strings as paths", async () => {
    expect(refusal(await call({ ...basics, expandMask: { paths: [7] } }))).toEqual(
      invalid("expandMask.paths.0"),
    );
  });
});

const CEL = "scopeV2.celExpression.expression";

describe("the creation of a campaign", () => {
  it.each<[string, object, string]>([
    ["without a name", { displayName: undefined }, "displayName"],
    ["with a blank name", { displayName: "  " }, "displayName"],
    ["without a policy", { policyId: undefined }, "policyId"],
    ["with a name longer than 512 characters", { displayName: "x".repeat(513) }, "displayName"],
    ["with a completion date in the past", { completionDate: inDays(-1) }, "completionDate"],
    ["with an invalid completion date", { completionDate: "soon" }, "completionDate"],
    [
      "with grant dates that end before they start",
      {
        scopeV2: { grantsByCriteria: { grantsAddedBetween: { startDate: inDays(2), endDate: inDays(1) } } },
      },
      "scopeV2.grantsByCriteria.grantsAddedBetween.endDate",
    ],
    [
      "for two groups of users",
      { scopeV2: { allUsers: {}, celExpression: { expression: "true" } } },
      "scopeV2",
    ],
    [
      "for two time spans of grants",
      {
        scopeV2: { grantsByCriteria: { daysSinceAdded: "86400s", daysSinceReviewed: "86400s" } },
      },
      "scopeV2",
    ],
    [
      "with invalid CEL for users",
      { scopeV2: { celExpression: { expression: "subject.status = 'X'" } } },
      CEL,
    ],
    ["with empty CEL for users", { scopeV2: { celExpression: { expression: " " } } }, CEL],
    ["with missing CEL for users", { scopeV2: { celExpression: {} } }, CEL],
    [
      "with too deeply nested CEL for users",
      { scopeV2: { celExpression: { expression: "(".repeat(9_000) } } },
      CEL,
    ],
    [
      "with invalid CEL for accounts",
      { scopeV2: { accountCelExpression: { expression: "account.type ==" } } },
      "scopeV2.accountCelExpression.expression",
    ],
    [
      "for grants with an invalid duration since their last use",
      { scopeV2: { grantsByCriteria: { daysSinceLastUsed: "a while" } } },
      "scopeV2.grantsByCriteria.daysSinceLastUsed",
    ],
    ["with a deleted owner", { ownerIds: [users.ada.id, users.dana.id] }, "ownerIds.1"],
    [
      "with text instead of a flag",
      { notificationConfig: { sendClose: "yes" } },
      "notificationConfig.sendClose",
    ],
  ])("%s is rejected", async (_, more, field) => {
    const before = await recorded();
    expect(refusal(await call({ ...basics, ...more }))).toEqual(invalid(field));
    expect(await recorded()).toEqual(before);
  });

  it.each<[string, object]>([
    ["policy", { policyId: "pol_none" }],
    ["owner", { ownerIds: [users.ada.id, "usr_none"] }],
    ["selected user", { scopeV2: { selectedUsers: { userIds: ["usr_none"] } } }],
    ["manager", { scopeV2: { userCriteria: { managerUserIds: ["usr_none"] } } }],
    [
      "entitlement",
      {
        scopeV2: { userCriteria: { groupAppEntitlementsRef: [{ appId: "app_github", id: "ent_none" }] } },
      },
    ],
  ])("is rejected with an unknown %s", async (_, more) => {
    expect(refusal(await call({ ...basics, ...more }))).toEqual(missing);
  });

  it("accepts a scope with one property of each group, and null for the other properties", async () => {
    const scopeV2 = { allUsers: {}, allGrants: {}, allAccounts: {}, resourceSelection: {} };
    expect((await create({ ...basics, scopeV2 })).accessReview.accessReview.scopeV2).toEqual(scopeV2);
    await create({ ...basics, scopeV2: { allUsers: {}, selectedUsers: null, celExpression: null } });
  });

  it("accepts a `grantsAddedBetween` whose start and end are equal", async () => {
    const day = inDays(-3);
    await create({
      ...basics,
      scopeV2: { grantsByCriteria: { grantsAddedBetween: { startDate: day, endDate: day } } },
    });
  });

  it("accepts a completion date only with a time in UTC, in several notations", async () => {
    const at = inDays(40);
    for (const completionDate of [
      at,
      at.replace(/\.\d+Z/, "Z"),
      at.replace("Z", "123456Z"),
      at.replace("Z", "+00:00"),
    ]) {
      const made = await review({ ...basics, completionDate });
      expect(made.completionDate).toMatch(/Z$/);
      expect(Date.parse(made.completionDate ?? "")).toBe(Date.parse(completionDate));
    }
    for (const completionDate of [at.replace("Z", "+02:00"), at.slice(0, 10)])
      expect(refusal(await call({ ...basics, completionDate }))).toEqual(invalid("completionDate"));
  });
});
