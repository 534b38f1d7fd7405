import { describe, expect, it } from "vitest";
import type { Variables } from "../../../src/env.ts";
import {
  type Address,
  credentialInUse,
  endsAt,
  formatEnd,
  readAddress,
} from "../../../src/systems/api/api.ts";
import { complete } from "../../../src/systems/api/complete.ts";
import { findApi, isSetUp, nameCredential } from "../../../src/systems/index.ts";
import { workerEvent } from "../../../src/systems/reading/worker.ts";

const ACME: Address = { variable: "JIRA_URL", hosts: [".acme.example", "api.acme.example.net"] };
const at = (value: unknown, more: object = {}) =>
  readAddress(ACME, { JIRA_URL: value, ...more } as Variables);

describe("a sender's address", () => {
  it.for([
    ["https://one.acme.example", "https://one.acme.example"],
    ["https://one.acme.example/", "https://one.acme.example"],
    ["https://ONE.Acme.Example", "https://one.acme.example"],
    ["https://one.acme.example:443", "https://one.acme.example"],
    ["https://api.acme.example.net", "https://api.acme.example.net"],
  ])("can be %s", ([value, origin]) => expect(at(value)).toBe(origin));

  it("has a default if the variable is not set", () => {
    expect(readAddress({ variable: "LINEAR_URL", hosts: ["api.linear.app"] }, {})).toBe(
      "https://api.linear.app",
    );
  });

  it.for([
    ["missing", undefined],
    ["empty", ""],
    ["a number", 7],
    ["a host without a scheme", "one.acme.example"],
    ["an address without TLS", "http://one.acme.example"],
    ["an address with another scheme", "ftp://one.acme.example"],
    ["an address with a port", "https://one.acme.example:8443"],
    ["an address with a name and password", "https://user:pass@one.acme.example"],
    ["an address whose user name looks like the host", "https://one.acme.example@evil.example"],
    ["an address with a path", "https://one.acme.example/api"],
    ["an address with a query", "https://one.acme.example/?a=b"],
    ["an address with a fragment", "https://one.acme.example/#a"],
    ["another host", "https://evil.example"],
    ["a host with a similar ending", "https://evilacme.example"],
    ["the domain suffix alone", "https://acme.example"],
    ["a host with a similar beginning", "https://one.acme.example.evil.example"],
    ["a subdomain of an exact host", "https://evil.api.acme.example.net"],
    ["a host with a trailing dot", "https://one.acme.example."],
    ["an IP address", "https://127.0.0.1"],
    ["the local machine", "http://localhost:9000"],
  ])("can't be %s", ([, value]) => {
    expect(() => at(value)).toThrow(expect.objectContaining({ code: "sender_not_configured" }));
    expect(() => at(value)).toThrow(/^JIRA_URL /);
  });

  const API: Address = {
    variable: "JIRA_API_URL",
    hosts: ["api.acme.example"],
    path: /^\/ex\/jira\/[\w-]+\/?$/,
    otherwise: ACME,
  };
  it("falls back to an alternative address if its own variable is not set", () => {
    const site = { JIRA_URL: "https://one.acme.example" };
    const api = "https://api.acme.example/ex/jira/1-2";
    expect(readAddress(API, site)).toBe(site.JIRA_URL);
    expect(readAddress(API, { ...site, JIRA_API_URL: api })).toBe(api);
    expect(readAddress(API, { JIRA_API_URL: `${api}/` })).toBe(api);
    expect(() => readAddress(API, {})).toThrow(/^JIRA_URL is not set/);
  });

  it.for(["/", "/ex/jira/", "/ex/jira/1/rest", "/ex/jira/1?a=b", "/ex/jira/%2e%2e", "/ex/confluence/1"])(
    "can't have a path other than the expected one: %s",
    (path) => {
      const set = { JIRA_URL: "https://one.acme.example", JIRA_API_URL: `https://api.acme.example${path}` };
      expect(() => readAddress(API, set)).toThrow(/^JIRA_API_URL must look like https:/);
    },
  );

  it.for(["http://localhost:9000", "http://127.0.0.1:9000"])("can be %s only in the local stack", (value) => {
    expect(at(value, { LOCAL_STACK: "yes" })).toBe(value);
    expect(() => at(value, { LOCAL_STACK: "no" })).toThrow("only npm start accepts");
    expect(() => at(value, { LOCAL_STACK: true })).toThrow("only npm start accepts");
  });

  it.for([
    "http://evil.example:9000",
    "http://localhost.evil.example",
    "http://[::1]:9000",
    "http://0.0.0.0",
  ])("can't be %s, even in the local stack", (value) =>
    expect(() => at(value, { LOCAL_STACK: "yes" })).toThrow("begins with https://"),
  );
});

it.for([
  ["merge", "MERGE_URL", "api-ap.merge.dev api-eu.merge.dev"],
  ["hibob", "HIBOB_URL", "api.sandbox.hibob.com"],
  ["gusto", "GUSTO_URL", "api.gusto-demo.com"],
  ["entra", "MICROSOFT_GRAPH_URL", "dod-graph.microsoft.us microsoftgraph.chinacloudapi.cn"],
] as const)(
  "the API of %s can be in another region or a test environment: %s",
  ([system, variable, hosts]) => {
    for (const url of hosts.split(" ").map((host) => `https://${host}`))
      expect(readAddress(findApi(system).address, { [variable]: url })).toBe(url);
  },
);

it("Microsoft Graph in a national cloud is called with a token for that cloud", async () => {
  const [login, graph] = ["https://login.microsoftonline.us", "https://graph.microsoft.us"];
  const ids = {
    MICROSOFT_TENANT_ID: "t",
    MICROSOFT_CLIENT_ID: "c",
    MICROSOFT_CLIENT_SECRET: "s-of-the-tests",
  };
  const env = { MICROSOFT_GRAPH_URL: graph, MICROSOFT_LOGIN_URL: login, ...ids };
  const asked: string[] = [];
  await complete(workerEvent("entra", "7", { type: "worker.changed" }), env, async (url, { body } = {}) => {
    asked.push(`${url.origin} ${new URLSearchParams(String(body ?? "")).get("scope") ?? ""}`);
    return Response.json({ access_token: "t", expires_in: 60, id: "7", mail: "ada.marsh@example.com" });
  });
  expect(asked).toEqual([`${login} ${graph}/.default`, `${graph} `]);
});

const SEEN = Date.parse("2026-11-26T12:00:00Z");

describe("the expiry of a sender's credential", () => {
  it.for([
    ["unknown", null, "has no known expiry"],
    ["renewed", null, "is renewed with a refresh token"],
    [{ day: "2027-04-30" }, "2027-04-30T00:00:00.000Z", "expires on 30 Apr 2027"],
    [{ maxDays: 365 }, "2027-11-26T12:00:00.000Z", "expires on 26 Nov 2027 at the latest"],
  ] as const)("is computed from %o as %s, and is described as: %s", ([end, at, text]) => {
    const endsAtMs = endsAt(end, SEEN);
    expect(endsAtMs === null ? null : new Date(endsAtMs).toISOString()).toBe(at);
    expect(formatEnd(end, SEEN)).toBe(text);
  });

  it("is unknown before the first use if only the maximum lifetime is known", () => {
    expect(endsAt({ maxDays: 365 }, null)).toBeNull();
    expect(formatEnd({ maxDays: 365 })).toBe("lasts at most 365 days");
  });

  it("is the expiry of Zendesk's API token only while that token is used", async () => {
    const token = { ZENDESK_EMAIL: "reeve@example.com", ZENDESK_API_TOKEN: "token-of-the-tests" };
    const zendesk = findApi("zendesk");
    expect(isSetUp("zendesk", token)).toBe(true);
    expect(credentialInUse(zendesk, token).end).toEqual({ day: "2027-04-30" });
    expect(credentialInUse(zendesk, { ...token, ZENDESK_CLIENT_ID: "reeve" }).end).toBe("unknown");
  });
});

it("a credential's name changes with the credential, but does not reveal its value", async () => {
  const jira = findApi("jira");
  const name = (JIRA_API_TOKEN: string) =>
    nameCredential("jira", jira, { JIRA_EMAIL: "a@example.com", JIRA_API_TOKEN });
  expect(await name("c4n4ry-1")).toMatch(/^jira:[0-9a-f]{16}$/);
  expect(await name("c4n4ry-1")).toBe(await name("c4n4ry-1"));
  expect(await name("c4n4ry-1")).not.toBe(await name("c4n4ry-2"));
});
