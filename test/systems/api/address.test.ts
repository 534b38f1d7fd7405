import { describe, expect, it } from "vitest";
import type { Variables } from "../../../src/env.ts";
import { type Address, readAddress } from "../../../src/systems/api/api.ts";

const ACME: Address = { variable: "JIRA_URL", hosts: [".acme.example", "api.acme.example.net"] };
const at = (value: unknown, more: object = {}) =>
  readAddress(ACME, { JIRA_URL: value, ...more } as Variables);

describe("an address", () => {
  it.for([
    ["https://one.acme.example", "https://one.acme.example"],
    ["https://one.acme.example/", "https://one.acme.example"],
    ["https://ONE.Acme.Example", "https://one.acme.example"],
    ["https://one.acme.example:443", "https://one.acme.example"],
    ["https://api.acme.example.net", "https://api.acme.example.net"],
  ])("may be %s", ([value, origin]) => expect(at(value)).toBe(origin));

  it("is the usual one where none is set", () => {
    expect(readAddress({ variable: "LINEAR_URL", hosts: ["api.linear.app"] }, {})).toBe(
      "https://api.linear.app",
    );
  });

  it.for([
    ["nothing", undefined],
    ["an empty text", ""],
    ["no text", 7],
    ["no address", "one.acme.example"],
    ["one without TLS", "http://one.acme.example"],
    ["one of another scheme", "ftp://one.acme.example"],
    ["one with a port", "https://one.acme.example:8443"],
    ["one with a name and password", "https://user:pass@one.acme.example"],
    ["one whose name looks like the host", "https://one.acme.example@evil.example"],
    ["one with a path", "https://one.acme.example/api"],
    ["one with a query", "https://one.acme.example/?a=b"],
    ["one with a fragment", "https://one.acme.example/#a"],
    ["another host", "https://evil.example"],
    ["a host that ends alike", "https://evilacme.example"],
    ["the suffix alone", "https://acme.example"],
    ["a host that begins alike", "https://one.acme.example.evil.example"],
    ["a host below one that is meant exactly", "https://evil.api.acme.example.net"],
    ["a host with a dot at its end", "https://one.acme.example."],
    ["an IP address", "https://127.0.0.1"],
    ["this machine", "http://localhost:9000"],
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
  it("may have a path that it needs, and another address in its place", () => {
    const site = { JIRA_URL: "https://one.acme.example" };
    const api = "https://api.acme.example/ex/jira/1-2";
    expect(readAddress(API, site)).toBe(site.JIRA_URL);
    expect(readAddress(API, { ...site, JIRA_API_URL: api })).toBe(api);
    expect(readAddress(API, { JIRA_API_URL: `${api}/` })).toBe(api);
    expect(() => readAddress(API, {})).toThrow(/^JIRA_URL is not set/);
  });

  it.for(["/", "/ex/jira/", "/ex/jira/1/rest", "/ex/jira/1?a=b", "/ex/jira/%2e%2e", "/ex/confluence/1"])(
    "can't have another path: %s",
    (path) => {
      const set = { JIRA_URL: "https://one.acme.example", JIRA_API_URL: `https://api.acme.example${path}` };
      expect(() => readAddress(API, set)).toThrow(/^JIRA_API_URL must look like https:/);
    },
  );

  it.for(["http://localhost:9000", "http://127.0.0.1:9000"])(
    "may be %s in the local stack alone",
    (value) => {
      expect(at(value, { LOCAL_STACK: "yes" })).toBe(value);
      expect(() => at(value, { LOCAL_STACK: "no" })).toThrow();
      expect(() => at(value, { LOCAL_STACK: true })).toThrow();
    },
  );

  it.for([
    "http://evil.example:9000",
    "http://localhost.evil.example",
    "http://[::1]:9000",
    "http://0.0.0.0",
  ])("can't be %s in the local stack either", (value) =>
    expect(() => at(value, { LOCAL_STACK: "yes" })).toThrow(),
  );
});
