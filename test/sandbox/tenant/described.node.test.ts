/**
 * Tests that every response from the tenant has the form that the contract describes and, if the vendor's description
 * is next to this repository, the form that the vendor describes.
 */
import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { inspectResponse } from "../../../src/cli/probe/spec.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import type { RunningWorker } from "../../../src/cli/shared/runtime.ts";
import { control, newCredential } from "../../../src/cli/start/stack.ts";
import { parseCredential } from "../../../src/governance/client/credential.ts";
import { type Governance, governanceOver } from "../../../src/governance/client/index.ts";
import { readAnswer } from "../../../src/governance/client/problem.ts";
import { defaultTransport } from "../../../src/governance/client/request.ts";
import { issueToken, onlyToken } from "../../../src/governance/client/token.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import {
  DIFFERENCES,
  LIKE_THE_SERVICE,
  SPECIFICATION_ALONE,
} from "../../../src/sandbox/tenant/switches/differences.ts";
import { startTenant } from "../../e2e/stack.ts";

const DESCRIPTION = root("../shared/vendor-openapi.json");
const isDescribed = existsSync(DESCRIPTION);
const vendor = isDescribed ? JSON.parse(readFileSync(DESCRIPTION, "utf8")) : { paths: {} };
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(vendor, "vendor");

const MODES = Object.entries({
  "as delivered": LIKE_THE_SERVICE,
  "as the specification alone": SPECIFICATION_ALONE,
  ...Object.fromEntries(
    Object.keys(DIFFERENCES).map((name) => [`without ${name}`, { ...LIKE_THE_SERVICE, [name]: false }]),
  ),
});

const tool = { app_id: "app_github", connector_id: "con_github_mcp", id: "tool_github_create_issue" };
const entitlement = { app_entitlement_ref_app_id: "app_github", role_slug: "owner" };
const review = { displayName: "Q4", policyId: "pol_manager_review", ownerIds: ["usr_gita_lund"] };
const createReview = (api: Governance, change: object) =>
  api.call(operations.createCampaign, { body: { ...review, expandMask: { paths: ["*"] }, ...change } });

/** Calls every operation. */
const callAll = async (api: Governance) => {
  await api.call(operations.getUser, { path: { id: "usr_ada_marsh" } });
  await api.call(operations.searchUsers, { body: { pageSize: 100, expandMask: { paths: ["*"] } } });
  await api.call(operations.searchAuditEvents, { body: {} });
  await api.call(operations.listMcpCatalog, { query: { page_size: 100 } });
  await createReview(api, {});
  await createReview(api, { scopeV2: { grantsByCriteria: { daysSinceLastUsed: "7776000s" } } });
  await createReview(api, { scopeV2: { userCriteria: {}, accountCriteria: {}, allGrants: {} } });
  for (const id of ["cmp_quarterly_2026q1", "cmp_contractors_2026"])
    await createReview(api, { duplicateFrom: id });
  const { app_id, connector_id } = tool;
  await api.call(operations.createConnectorOwner, {
    path: { app_id, connector_id, role_slug: "owner", user_ref_id: "usr_ada_marsh" },
    body: { userRef: { id: "usr_ada_marsh" } },
  });
  await api.call(operations.deleteAppEntitlementOwner, {
    path: { ...entitlement, app_id: "app_jira", app_entitlement_ref_id: "ent_github_admin" },
    body: { appEntitlementRef: { appId: "app_github", id: "ent_github_admin" } },
  });
  await api.call(operations.deleteAppUserEntitlementOwner, {
    path: {
      ...entitlement,
      app_id,
      user_id: "acc_github_usr_ada_marsh",
      app_entitlement_ref_id: "ent_github_maintainer",
    },
    body: { appEntitlementRef: { appId: "app_github", id: "ent_github_maintainer" } },
  });
  await api.call(operations.getMcpTool, { path: tool });
  await api.call(operations.deleteMcpTool, { path: tool, body: {} });
  await api.call(operations.getMcpTool, { path: tool });
  await api.call(operations.deleteSessionPolicy, { path: { id: "sp_kiosk" }, body: {} });
};

/** Returns every response from the tenant with its operation, by the tenant's switches. */
let answers: ReadonlyMap<string, readonly (readonly [id: string, body: unknown])[]>;
async function answersOf(tenant: RunningWorker, switches: object) {
  await control(tenant, "POST", "seed", {});
  await control(tenant, "POST", "switches", switches);
  const credential = parseCredential(await newCredential(tenant, "law"));
  const found: [id: string, body: unknown][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const response = await globalThis.fetch(url, init);
    const { pathname } = new URL(url);
    const operation = Object.values(operations).find(
      ({ method, path }) =>
        method === init.method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
    );
    found.push([operation?.id ?? pathname, await response.clone().json()]);
    return response;
  };
  const tokens = onlyToken(await issueToken(credential, defaultTransport));
  await callAll(governanceOver(() => ({ root: credential.root, tokens }), { ...defaultTransport, fetch }));
  return found;
}

beforeAll(async () => {
  const tenant = await startTenant();
  const all = new Map();
  for (const [name, switches] of MODES) all.set(name, await answersOf(tenant, switches));
  await control(tenant, "DELETE", "switches");
  await tenant.stop();
  answers = all;
});

describe.each(MODES.map(([name]) => name))("the responses of the tenant %s", (mode) => {
  const unlike = (check: (id: string, body: unknown) => readonly unknown[]) =>
    (answers.get(mode) ?? []).flatMap(([id, body]) => check(id, body));

  it("match the contract, for every operation except createToken", () => {
    expect(new Set(answers.get(mode)?.map(([id]) => id))).toEqual(
      new Set(Object.keys(operations).filter((id) => id !== "createToken")),
    );
    const check = (id: string, body: unknown) =>
      Object.values(operations).flatMap((one) => {
        if (one.id !== id) return [];
        const departures = inspectResponse(one, body).filter(({ is }) => is === "departure");
        return [...departures, ...(readAnswer(one, body).error?.issues ?? [])];
      });
    expect(unlike(check)).toEqual([]);
  });

  it.runIf(isDescribed)("match the vendor's specification", () => {
    const check = (id: string, body: unknown) =>
      Object.values(operations).flatMap((one) => {
        const { responses } = vendor.paths[one.path]?.[one.method.toLowerCase()] ?? {};
        if (one.id !== id || !responses) return [];
        const { $ref } = responses["200"].content["application/json"].schema;
        const validate = ajv.getSchema(`vendor${$ref}`);
        return validate?.(body)
          ? []
          : (validate?.errors ?? []).map(({ instancePath, message }) => [id, instancePath, message]);
      });
    expect(unlike(check)).toEqual([]);
  });
});
