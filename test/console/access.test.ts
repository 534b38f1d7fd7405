import { generateKeyPair } from "jose";
import { afterAll, describe, expect, it, vi } from "vitest";
import type * as z from "zod";
import { type Claims, findRoles } from "../../src/operate/person.ts";
import type { Role } from "../../src/policy/acts.ts";
import { People } from "../../src/policy/people.ts";
import { LEDGER, migrateLedger, runId } from "../ledger/ledger.ts";
import { appWithPeople } from "../support/app.ts";
import { accessOfTeam, asking, bare, behindAccess, local, SITE } from "./signed.ts";

const PEOPLE = [
  { email: "Vera@example.com", roles: ["viewer"] },
  { group: "identity", roles: ["viewer"] },
  { service: "abc.access", roles: ["viewer"] },
  { email: "oscar@example.com", roles: ["operator"] },
  { email: "nora.field@example.com", roles: ["approver"] },
  { email: "gita.lund@example.com", roles: ["admin"] },
] satisfies z.input<typeof People>;
const app = appWithPeople(PEOPLE);
const { open } = asking(app);
await migrateLedger();
const team = await accessOfTeam();
afterAll(() => void vi.restoreAllMocks());

const page = async (claims: Record<string, unknown>, how = {}) =>
  open("/runs", await team.signIn(claims, how), behindAccess);
const claims = (change: Partial<Claims>): Claims => ({ email: null, groups: [], service: null, ...change });

describe("signing in", () => {
  it("identifies a person who has a role, even if Access signed the token with its older key", async () => {
    const response = await page({ email: "vera@example.com" });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain("vera@example.com (viewer)");
    expect(text).not.toContain("Local stack");
  });

  it.for([
    ["a member of a group with a role", { email: "x@example.com", custom: { groups: ["identity"] } }, 200],
    ["a member of a group called viewer", { email: "x@example.com", custom: { groups: ["viewer"] } }, 403],
    [
      "a person with a role, whose token begins in 20 seconds",
      { email: "vera@example.com", nbf: Math.floor(Date.now() / 1000) + 20 },
      200,
    ],
    ["a service token that has a role", { common_name: "abc.access" }, 200],
    ["a service token without a role", { common_name: "def.access" }, 403],
    ["a person without a role", { email: "stranger@example.com" }, 403],
    ["a person whose email address imitates a group with a role", { email: "group:identity" }, 403],
  ] as const)("requires a role: %s", async ([, claims, status]) => {
    expect((await page(claims)).status).toBe(status);
  });

  it("without a role shows that an admin can assign a role", async () => {
    const text = await (await page({ email: "stranger@example.com" })).text();
    expect(text).toContain("an admin can assign it to stranger@example.com");
    expect(text).toContain("<code>people</code>");
    expect(text).not.toContain("<nav");
  });

  it("fails without a token that is valid, expires, and belongs to this application and team", async () => {
    const email = "vera@example.com";
    const { privateKey: key } = await generateKeyPair("RS256");
    for (const how of [
      { audience: "another" },
      { issuer: "https://another.cloudflareaccess.com" },
      { expires: "-1m" },
      { expires: null },
      { key },
    ]) {
      expect((await page({ email }, how)).status, JSON.stringify(how)).toBe(401);
    }
    expect((await open("/runs", {}, behindAccess)).status).toBe(401);
  });

  it.for<[string, () => Response]>([
    ["an error", () => new Response("", { status: 500 })],
    ["a page", () => new Response("<html>")],
    ["JSON of another shape", () => Response.json({ keys: "none" })],
    [
      "nothing",
      () => {
        throw new TypeError("Network connection lost.");
      },
    ],
  ])("responds with 503 and Retry-After while the URL of the keys returns %s", async ([what, answer]) => {
    const domain = `${what.replaceAll(" ", "-").toLowerCase()}.cloudflareaccess.com`;
    const token = await team.signIn({ email: "vera@example.com" }, { issuer: `https://${domain}` });
    const before = globalThis.fetch;
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer());
    const response = await open("/api/runs", token, { ...behindAccess, ACCESS_TEAM_DOMAIN: domain });
    fetched.mockImplementation(before);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).not.toBeNull();
    expect(await response.text()).toContain("access_unavailable");
  });

  it.for([
    ["neither team nor application", bare],
    ["a team but no application", { ...behindAccess, ACCESS_AUD: "" }],
    ["an application but no team", { ...behindAccess, ACCESS_TEAM_DOMAIN: "" }],
  ] as const)("shows only how to configure Access if the configuration has %s", async ([, env]) => {
    const response = await open("/", await team.signIn({ email: "vera@example.com" }), env);
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(text).toContain("ACCESS_TEAM_DOMAIN");
    expect(text).toContain("<code>people</code>");
    expect(text).not.toContain("<nav");
  });
});

describe("roles", () => {
  it.for([
    ["a viewer", { email: "VERA@example.com" }, ["viewer"]],
    ["an operator, who is also a viewer", { email: "oscar@example.com" }, ["viewer", "operator"]],
    [
      "an admin, who has every role",
      { email: "gita.lund@example.com" },
      ["viewer", "requester", "operator", "approver", "admin"],
    ],
    ["an email address that imitates a group", { email: "group:identity@example.com" }, []],
    ["a group whose name has a different case", { groups: ["Identity"] }, []],
  ] as const)("are determined for %s", ([, who, roles]) => {
    expect(Array.from(findRoles(claims(who), People.parse(PEOPLE))).sort()).toEqual([...roles].sort());
  });

  it("belong to nobody unless the settings assign them", () => {
    expect(findRoles(claims({ email: "vera@example.com", groups: ["*"], service: "*" }), []).size).toBe(0);
  });

  it("can be assigned to everyone whom Access admits", () => {
    const everyone = People.parse([{ everyone: "console", roles: ["viewer"] }]);
    expect(Array.from(findRoles(claims({ email: "x@example.com" }), everyone))).toEqual(["viewer"]);
    const members = People.parse([{ everyone: "slack", roles: ["viewer"] }]);
    expect(findRoles(claims({ email: "x@example.com" }), members).size).toBe(0);
  });

  const post = async (
    path: string,
    body: object,
    headers: Record<string, string>,
    bindings = behindAccess,
    reeve = app,
  ) => {
    const response = await reeve.request(
      `${SITE}/api/${path}`,
      {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      },
      bindings,
    );
    return { status: response.status, ...((await response.json()) as { title?: string; detail?: string }) };
  };
  it("are denied if the email of a sign-in is not an address, so that nobody can pose as a run or as Reeve", async () => {
    const everyone = appWithPeople([{ everyone: "console", roles: ["admin"] }]);
    const policy = { id: "sp_kiosk", name: "Shared kiosks" };
    const entries = [{ kind: "session_policy", data: { policy, until: "2020-01-01" } }];
    for (const email of ["run_0197c0de-ab", "reeve", ""]) {
      const signedIn = await post(
        "inventory",
        { entries, reason: "x" },
        await team.signIn({ email }),
        behindAccess,
        everyone,
      );
      expect(signedIn, email).toMatchObject({ status: 401, title: "access_denied" });
      const named = await post("inventory", { entries, reason: "x" }, { "reeve-operator": email }, local);
      expect(named, email).toMatchObject({ status: 401, title: "access_denied" });
    }
    expect((await LEDGER.prepare("SELECT count(*) AS n FROM inventory").first())?.["n"]).toBe(0);
  });

  const decision = `runs/${runId(1)}/decisions`;
  const reason = "x";
  it.for([
    decision,
    "batches",
    `batches/bat_${runId(1).slice(4)}/start`,
    `batches/bat_${runId(1).slice(4)}/stop`,
    `events/evt_${runId(1).slice(4)}/replay`,
    "inventory",
    "inventory/removed",
    "automations/leaver/due",
    "pauses",
    "pauses/lifted",
    "dry-runs",
    "dry-runs/lifted",
  ])("are checked before the body of POST /api/%s is read", async (path) => {
    let read = 0;
    const send = async (headers: Record<string, string>, bytes: number) => {
      let left = bytes;
      const body = new ReadableStream({
        pull(to) {
          const size = Math.min(left, 64 * 1024);
          if (size === 0) return to.close();
          read += size;
          left -= size;
          to.enqueue(new Uint8Array(size).fill(32));
        },
      });
      const request = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
      const response = await app.request(`${SITE}/api/${path}`, request, behindAccess);
      return ((await response.json()) as { title: string }).title;
    };
    const [admin, nobody] = [
      await team.signIn({ email: "gita.lund@example.com" }),
      await team.signIn({ common_name: "abc.access" }),
    ];
    expect(await send(admin, 1024 * 1024)).toBe("request_invalid");
    expect(await send(admin, 1024 * 1024 + 1)).toBe("request_too_large");
    read = 0;
    expect(["access_denied", "role_missing"]).toContain(await send(nobody, 4 * 1024 * 1024));
    // A stream fills its queue before it is read.
    expect(read).toBeLessThanOrEqual(64 * 1024);
  });

  it("let a service token retry, resume and pause if its role allows it, but nothing else", async () => {
    const service = await team.signIn({ common_name: "abc.access" });
    const asked = (path: string, body: object, roles: Role[] = ["operator", "approver"]) =>
      post(
        path,
        { ...body, reason },
        service,
        behindAccess,
        appWithPeople([{ service: "abc.access", roles }]),
      );
    const filter = { state: "held" };
    for (const may of ["retried", "retried_now", "resumed"]) {
      expect(await asked(decision, { decision: may }), may).toMatchObject({ status: 404 });
      expect(await asked("batches", { decision: may, filter }), may).toMatchObject({ status: 409 });
      expect(await asked("batches", { decision: may, filter }, ["approver"]), may).toMatchObject({
        title: "role_missing",
      });
    }
    expect(await asked("pauses", { automation: "leaver" })).toMatchObject({ status: 200 });
    expect(await asked("pauses/lifted", { automation: "leaver" })).toMatchObject({ status: 200 });
    for (const never of ["cancelled", "approved", "rejected", "dismissed"])
      expect(await asked("batches", { decision: never, filter }), never).toMatchObject({ status: 401 });
    for (const never of [{ decision: "cancelled" }, { decision: "approved", hash: "0" }])
      expect(await asked(decision, never)).toMatchObject({ status: 401 });
  });

  it("do not apply to a request from another site, but apply to a script's request without an Origin header", async () => {
    const body = { decision: "cancelled", reason };
    const named = { "reeve-operator": "hugo.pike@example.com" };
    const signedIn = await team.signIn({ email: "gita.lund@example.com" });
    expect(await post(decision, body, named, local)).toMatchObject({ status: 404 });
    expect(await post(decision, body, signedIn)).toMatchObject({ status: 404 });
    for (const headers of [
      { origin: "https://evil.example.net" },
      { origin: "null" },
      { origin: SITE, "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ])
      for (const answer of [
        await post(decision, body, headers, local),
        await post(decision, body, { ...signedIn, ...headers }),
      ])
        expect(answer).toMatchObject({ status: 403, title: "foreign_origin" });
  });
});

it("the ledger is not read for a rejected request", async () => {
  const prepare = vi.spyOn(LEDGER, "prepare");
  await open("/runs", {}, behindAccess);
  expect(prepare).not.toHaveBeenCalled();
});
