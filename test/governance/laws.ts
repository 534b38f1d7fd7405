import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { importSigningKey, signAssertion } from "../../src/governance/client/assertion.ts";
import {
  type CredentialSettings,
  defaultTransport,
  type Governance,
  GovernanceProblem,
  governanceOver,
  parseCredential,
} from "../../src/governance/client/index.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { type Operation, pathParameters } from "../../src/governance/contract/operation.ts";
import { CLIENT_ASSERTION_TYPE } from "../../src/governance/contract/token.ts";
import type { samples } from "../../src/sandbox/tenant/seed/samples.ts";

const {
  createCampaign,
  createConnectorOwner,
  createToken,
  deleteAppEntitlementOwner,
  deleteAppUserEntitlementOwner,
  deleteMcpTool,
  deleteSessionPolicy,
  getMcpTool,
  getUser,
  listMcpCatalog,
  searchAuditEvents,
  searchUsers,
} = operations;

/** A service to hold the laws against: at least 120 users, 40 catalog entries, and what the samples name. */
export interface Subject {
  readonly governance: Governance;
  readonly settings: CredentialSettings;
  readonly known: typeof samples;
}

/** Expects that a call is refused with this code, status and message. */
async function refuses(call: Promise<unknown>, as: object): Promise<void> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof GovernanceProblem)) throw new Error("not refused", { cause: error });
  expect(error).toMatchObject(as);
}
const naming = (httpStatus: number, text = "") => ({
  code: "governance_refused",
  httpStatus,
  message: expect.stringContaining(text),
});

/** The operation with any body or query, so that it is the service that refuses. */
const loosely = <O extends Operation>(operation: O) =>
  ({
    ...operation,
    body: operation.body && z.looseObject({}),
    query: operation.query && z.looseObject({}),
  }) as Operation;

/** The laws of identity-governance-api.md, and of the contract where that is silent, as a client meets them. */
export function describeGovernance(name: string, setUp: () => Promise<Subject>): void {
  let { governance, settings, known } = {} as Subject;

  describe(name, () => {
    beforeAll(async () => {
      ({ governance, settings, known } = await setUp());
    });

    describe("every operation", () => {
      const bearer = Object.values(operations).filter(({ auth }) => auth === "bearer");
      const anything = (operation: Operation) => ({
        path: Object.fromEntries(
          pathParameters(operation.path).map((parameter) => [parameter, "no-such-thing"]),
        ),
      });

      it.for(bearer)("$id refuses a token it did not give", async (operation) => {
        const tokens = { get: async () => "not-a-token", renew: async () => "nor-is-this" };
        const stranger = governanceOver(
          () => ({ root: parseCredential(settings).root, tokens }),
          defaultTransport,
        );
        await refuses(stranger.call(loosely(operation), anything(operation)), {
          code: "governance_unauthenticated",
          httpStatus: 401,
        });
      });

      it.for(bearer.filter(({ path }) => path.includes("{")))(
        "$id knows no such thing",
        async (operation) => {
          const bodies: Record<string, object> = {
            createConnectorOwner: { userRef: { id: "no-such-thing" } },
            deleteAppEntitlementOwner: { appEntitlementRef: { appId: "no-such-thing", id: "no-such-thing" } },
          };
          const input = { ...anything(operation), body: bodies[operation.id] ?? {} };
          await refuses(governance.call(loosely(operation), input), naming(404, "not_found"));
        },
      );
    });

    describe("get user", () => {
      it("answers with the user of this id", async () => {
        const { ada } = known.users;
        const { userView } = await governance.call(getUser, { path: { id: ada.id } });
        expect(userView?.user).toMatchObject({ id: ada.id, displayName: ada.name, email: ada.email });
        expect(userView?.userId ?? ada.id).toBe(ada.id);
      });
    });

    describe("search users", () => {
      const found = async (body: Parameters<typeof search>[0]) =>
        (await search(body)).list.map(({ user }) => user?.id);
      const search = (body: z.input<typeof searchUsers.body>) => governance.call(searchUsers, { body });

      it.for([
        [undefined, 25],
        [0, 25],
        [1, 10],
        [9, 10],
        [10, 10],
        [11, 11],
        [100, 100],
      ] as const)("a pageSize of %s gives %i", async ([pageSize, rows]) => {
        const { list, nextPageToken } = await search(pageSize === undefined ? {} : { pageSize });
        expect(list).toHaveLength(rows);
        expect(nextPageToken).toBeTruthy();
      });

      it.for([-1, 101, 12.5, "10"])("a pageSize of %j is refused", async (pageSize) => {
        await refuses(governance.call(loosely(searchUsers), { body: { pageSize } }), naming(400, "pageSize"));
        await refuses(search({ pageSize } as object), { code: "governance_bad_input" });
      });

      it("pages through everyone, each once", async () => {
        const ids: string[] = [];
        for await (const { user } of governance.items(searchUsers, { body: { pageSize: 50 } }))
          ids.push(user?.id ?? "");
        expect(ids.length).toBeGreaterThanOrEqual(120);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toContain(known.users.ada.id);
      });

      it("a page token is good for its own query alone", async () => {
        const { nextPageToken: pageToken = "" } = await search({ pageSize: 10 });
        await refuses(search({ pageSize: 10, pageToken, query: "ada" }), naming(400, "pageToken"));
        await refuses(search({ pageSize: 10, pageToken: `${pageToken}x` }), naming(400, "pageToken"));
      });

      it("finds by exact email, by id, and by part of a name", async () => {
        const { ada, nora } = known.users;
        expect(await found({ email: ada.email.toUpperCase() })).toEqual([ada.id]);
        expect(await found({ email: ada.email.slice(1) })).toEqual([]);
        expect((await found({ refs: [{ id: ada.id }, { id: nora.id }] })).toSorted()).toEqual([
          ada.id,
          nora.id,
        ]);
        expect(await found({ ids: [nora.id] })).toEqual([nora.id]);
        expect(await found({ refs: [{ id: ada.id }, { id: nora.id }], excludeIds: [ada.id] })).toEqual([
          nora.id,
        ]);
        expect(await found({ query: "Ada Mar" })).toContain(ada.id);
      });

      it.for(["ENABLED", "DISABLED", "DELETED"] as const)("filters by status %s", async (status) => {
        const { ada, farid, dana } = known.users;
        const expected = { ENABLED: ada, DISABLED: farid, DELETED: dana }[status];
        const refs = [ada, farid, dana].map(({ id }) => ({ id }));
        expect(await found({ refs, userStatuses: [status] })).toEqual([expected.id]);
      });

      it.for([
        ["userStatuses", { userStatuses: ["UNKNOWN"] }],
        ["userStatuses", { userStatuses: ["GONE"] }],
        ["expandMask", { expandMask: { paths: ["shoe_size"] } }],
        ["origins", { origins: ["USER_ORIGIN_MARS"] }],
        ["isDelegate", { isDelegate: "yes" }],
        ["refs", { refs: [{}] }],
      ] as const)("names %s in %j as wrong", async ([member, body]) => {
        await refuses(governance.call(loosely(searchUsers), { body }), naming(400, member));
      });

      it("expands what is asked for", async () => {
        const { ada, nora } = known.users;
        const body = { refs: [{ id: ada.id }], expandMask: { paths: ["manager_ids" as const] } };
        const { list, expanded } = await search(body);
        expect(list[0]?.managersPath).toMatch(/^\$\.expanded\[/);
        expect(expanded).toContainEqual(
          expect.objectContaining({ "@type": expect.any(String), id: nora.id }),
        );
        expect((await search({ refs: [{ id: ada.id }] })).expanded ?? []).toEqual([]);
      });
    });

    describe("create connector owner", () => {
      const input = (changes: { path?: object; userId?: string } = {}) => ({
        path: {
          app_id: known.connectors.jiraMcp.appId,
          connector_id: known.connectors.jiraMcp.id,
          role_slug: known.roleSlug,
          user_ref_id: known.users.ada.id,
          ...changes.path,
        },
        body: { userRef: { id: changes.userId ?? known.users.ada.id } },
      });

      it("makes one owner, however often it is asked", async () => {
        const first = await governance.call(createConnectorOwner, input());
        expect(first.connectorOwnerUser).toMatchObject({
          appId: known.connectors.jiraMcp.appId,
          connectorId: known.connectors.jiraMcp.id,
          roleSlug: known.roleSlug,
          user: { id: known.users.ada.id },
          createdAt: expect.stringMatching(/Z$/),
        });
        expect(await governance.call(createConnectorOwner, input())).toEqual(first);
      });

      it.for(["app_id", "connector_id"])("knows no other %s", async (parameter) => {
        const path = { [parameter]: "no-such-thing" };
        await refuses(governance.call(createConnectorOwner, input({ path })), naming(404));
      });

      it("knows no other user", async () => {
        const nobody = input({ path: { user_ref_id: "no-one" }, userId: "no-one" });
        await refuses(governance.call(createConnectorOwner, nobody), naming(404, "no-one"));
      });

      it("refuses a body that contradicts the path", async () => {
        const other = input({ userId: known.users.nora.id });
        await refuses(governance.call(createConnectorOwner, other), naming(400, "userRef"));
      });
    });

    describe("delete entitlement owners", () => {
      const ofApp = () => {
        const { appId, id } = known.entitlements.githubAdmin;
        return {
          path: {
            app_id: known.apps.github.id,
            role_slug: known.roleSlug,
            app_entitlement_ref_app_id: appId,
            app_entitlement_ref_id: id,
          },
          body: { appEntitlementRef: { appId, id } },
        };
      };
      const ofAppUser = () => {
        const { appId, id } = known.entitlements.githubMaintainer;
        return {
          path: {
            app_id: appId,
            user_id: known.appUsers.adaGithub.userId,
            role_slug: known.roleSlug,
            app_entitlement_ref_app_id: appId,
            app_entitlement_ref_id: id,
          },
          body: { appEntitlementRef: null },
        };
      };

      it("refuses a body that contradicts the path", async () => {
        const other = {
          appEntitlementRef: { appId: known.apps.jira.id, id: known.entitlements.jiraAdmin.id },
        };
        const wrong = naming(400, "appEntitlementRef");
        await refuses(governance.call(deleteAppEntitlementOwner, { ...ofApp(), body: other }), wrong);
        await refuses(governance.call(deleteAppUserEntitlementOwner, { ...ofAppUser(), body: other }), wrong);
      });

      it("of an app: is gone, and then there is none", async () => {
        expect(await governance.call(deleteAppEntitlementOwner, ofApp())).toEqual({});
        await refuses(governance.call(deleteAppEntitlementOwner, ofApp()), naming(404));
      });

      it("of an app user, with a null reference: is gone, and then there is none", async () => {
        expect(await governance.call(deleteAppUserEntitlementOwner, ofAppUser())).toEqual({});
        await refuses(governance.call(deleteAppUserEntitlementOwner, ofAppUser()), naming(404));
      });
    });

    describe("MCP tools", () => {
      it("are soft-deleted: still there, and marked so", async () => {
        const { appId: app_id, connectorId: connector_id, id, name } = known.tools.deleteBranch;
        const path = { app_id, connector_id, id };
        const before = await governance.call(getMcpTool, { path });
        expect(before.tool).toMatchObject({ id, appId: app_id, connectorId: connector_id, toolName: name });
        expect(before.tool?.deletedAt).toBeUndefined();
        expect(await governance.call(deleteMcpTool, { path })).toEqual({});
        const { deletedAt } = (await governance.call(getMcpTool, { path })).tool ?? {};
        expect(deletedAt).toMatch(/Z$/);
        expect(await governance.call(deleteMcpTool, { path })).toEqual({});
        expect((await governance.call(getMcpTool, { path })).tool?.deletedAt).toBe(deletedAt);
      });
    });

    describe("MCP server catalog", () => {
      it("is paged, each entry once", async () => {
        const entries = await Array.fromAsync(governance.items(listMcpCatalog, { query: { page_size: 10 } }));
        expect(entries.length).toBeGreaterThanOrEqual(40);
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      });

      it("is found by display name", async () => {
        const [entry] = (await governance.call(listMcpCatalog, {})).list;
        const part = entry?.displayName?.slice(1).toUpperCase() ?? "";
        const { list } = await governance.call(listMcpCatalog, { query: { query: part } });
        expect(list.map(({ id }) => id)).toContain(entry?.id);
        for (const { displayName } of list) expect(displayName?.toUpperCase()).toContain(part);
      });

      it.for([-1, 101])("a page_size of %i is refused", async (page_size) => {
        const call = governance.call(loosely(listMcpCatalog), { query: { page_size } });
        await refuses(call, naming(400, "page_size"));
      });
    });

    it("a session policy is deleted, and then there is none", async () => {
      const path = { id: known.sessionPolicies.contractors.id };
      expect(await governance.call(deleteSessionPolicy, { path })).toEqual({});
      await refuses(governance.call(deleteSessionPolicy, { path }), naming(404));
    });

    describe("create campaign", () => {
      const create = (changes: z.input<typeof createCampaign.body> = {}) =>
        governance.call(createCampaign, {
          body: { displayName: "Quarterly", policyId: known.policies.managerReview.id, ...changes },
        });

      it("answers with the campaign; asked again, with another", async () => {
        const changes = {
          description: "All of it",
          notificationConfig: { sendKickoff: true },
          scopeV2: { allUsers: {} },
        };
        const [one, two] = [await create(changes), await create(changes)];
        expect(one.accessReview?.accessReview).toMatchObject({ displayName: "Quarterly", ...changes });
        expect(two.accessReview?.accessReview?.id).not.toBe(one.accessReview?.accessReview?.id);
      });

      it("copies", async () => {
        const { accessReview } = await governance.call(createCampaign, {
          body: { displayName: "Copy", duplicateFrom: known.campaigns.quarterly.id },
        });
        expect(accessReview?.accessReview?.displayName).toBe("Copy");
        expect(accessReview?.accessReview?.policyId).toEqual(expect.any(String));
      });

      it.for([
        ["policyId", 404, { policyId: "no-such-thing" }],
        ["ownerIds", 404, { ownerIds: ["no-such-thing"] }],
        ["duplicateFrom", 404, { duplicateFrom: "no-such-thing" }],
        ["completionDate", 400, { completionDate: "next week" }],
        ["displayName", 400, { displayName: "" }],
        ["notificationConfig", 400, { notificationConfig: { sendClose: "no" } }],
      ] as const)("refuses a %s with %i", async ([member, status, changes]) => {
        const body = { displayName: "Quarterly", policyId: known.policies.managerReview.id, ...changes };
        const call = governance.call(loosely(createCampaign), { body });
        await refuses(call, naming(status, status === 404 ? "no-such-thing" : member));
      });
    });

    describe("search audit events", () => {
      it("is filtered and paged", async () => {
        const body = { vaultId: known.vaults.finance.id, pageSize: 10 };
        const events = await Array.fromAsync(governance.items(searchAuditEvents, { body }));
        expect(events.length).toBeGreaterThan(10);
        expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(events.length);
        expect((await governance.call(searchAuditEvents, { body: { actorEmail: "no-one" } })).list).toEqual(
          [],
        );
      });

      it.for([-1, 101])("a pageSize of %i is refused", async (pageSize) => {
        const call = governance.call(loosely(searchAuditEvents), { body: { pageSize } });
        await refuses(call, naming(400, "pageSize"));
      });
    });

    describe("create token", () => {
      const ask = (proof: object) =>
        governance.call(createToken, {
          body: {
            grant_type: "client_credentials",
            client_id: parseCredential(settings).clientId,
            ...proof,
          },
        });
      const assertion = (client_assertion: string) => ({
        client_assertion_type: CLIENT_ASSERTION_TYPE,
        client_assertion,
      });
      const now = () => Math.floor(Date.now() / 1000);
      const signed = async (claims: Record<string, unknown>) => {
        const { clientId, hostname, ...credential } = parseCredential(settings);
        const all = { iss: clientId, sub: clientId, aud: hostname, exp: now() + 60, ...claims };
        const jwt = new SignJWT(all).setProtectedHeader({ alg: "EdDSA" });
        return assertion(await jwt.sign(await importSigningKey(credential)));
      };
      it("gives a bearer token for the secret and for a signed assertion", async () => {
        const credential = parseCredential(settings);
        for (const proof of [
          { client_secret: credential.secret },
          assertion(await signAssertion(credential, Date.now())),
        ]) {
          const { token_type, expires_in } = await ask(proof);
          expect(token_type).toBe("Bearer");
          expect(expires_in).toBeGreaterThan(0);
        }
      });

      it.for([
        ["of another audience", () => ({ aud: "elsewhere.example.com" })],
        ["of another issuer", () => ({ iss: "someone-else@elsewhere.example.com/x" })],
        ["of another subject", () => ({ sub: "someone-else@elsewhere.example.com/x" })],
        ["that has expired", () => ({ exp: now() - 10 })],
        ["that expires in more than five minutes", () => ({ exp: now() + 360 })],
        ["that does not expire", () => ({ exp: undefined })],
      ] as const)("refuses an assertion %s", async ([, claims]) => {
        await refuses(ask(await signed(claims())), { code: "governance_unauthenticated" });
      });

      it("refuses an assertion the second time", async () => {
        const proof = assertion(await signAssertion(parseCredential(settings), Date.now()));
        await ask(proof);
        await refuses(ask(proof), { code: "governance_unauthenticated" });
      });

      it("refuses a wrong secret, an unknown client and another grant", async () => {
        const { secret } = parseCredential(settings);
        const refused = { code: "governance_unauthenticated", httpStatus: 401 };
        await refuses(ask({ client_secret: `${secret}x` }), refused);
        await refuses(ask({ client_secret: secret, client_id: "no-one@x.example/y" }), refused);
        const otherGrant = ask({ client_secret: secret, grant_type: "password" });
        await refuses(otherGrant, naming(400, "unsupported_grant_type"));
      });
    });
  });
}
