import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import {
  BINDINGS,
  faultsIn,
  findFault,
  isVariable,
  readSite,
  readVariable,
  VARIABLES,
  type VariableName,
  type Variables,
  variables,
} from "../../src/env.ts";
import { entrances, senderApis, systems } from "../../src/systems/index.ts";

const read = (path: string) => readFileSync(root(path), "utf8");
const sources = readdirSync(root("src"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && file !== "env.ts" && !/^(sandbox|cli|own)\//.test(file))
  .map((file) => read(`src/${file}`));

describe("src/env.ts", () => {
  it("declares exactly the variables and bindings that the code reads", () => {
    const named = new Set(
      sources.flatMap((text) =>
        Array.from(text.matchAll(/\benv(?:\.|\["|, ")([A-Z][A-Z_]+)\b/g), ([, name = ""]) => name),
      ),
    );
    expect(named.size).toBeGreaterThan(5);
    expect(Array.from(named).filter((name) => !isVariable(name) && !(name in BINDINGS))).toEqual([]);
    const unread = [...Object.keys(VARIABLES), ...Object.keys(BINDINGS)].filter(
      // `isLocalStack` and `readSite` read these for all other code.
      (name) =>
        name !== "LOCAL_STACK" &&
        name !== "REEVE_URL" &&
        !sources.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
    );
    expect(unread).toEqual([]);
  });

  it("declares each variable of a system with that system as its owner, and each secret as a secret", () => {
    const strays = Array.from(systems.values()).flatMap(({ name, sources, entrance, api }) =>
      [
        ...sources.map(({ secretVariable }) => secretVariable),
        ...(entrance ? [entrance.secretVariable] : []),
        ...(api ? [api.address.variable, ...api.variables] : []),
      ].filter((variable) => VARIABLES[variable].owner !== name),
    );
    expect(strays).toEqual([]);
    const parts = ["governance", "reeve", "access", "local", "teams", "calendar", "notify", "evidence"];
    expect(variables().filter(({ owner: of }) => !parts.includes(of) && !systems.has(of))).toEqual([]);
    const secrets = [
      ...entrances.map(({ secretVariable }) => secretVariable),
      ...senderApis.flatMap((api) => api.variables.filter((name) => /TOKEN|KEY|SECRET|PASSWORD/.test(name))),
    ];
    expect(secrets.filter((name) => !("secret" in VARIABLES[name]))).toEqual([]);
  });

  it("declares for each variable either a default or the consequence of being unset", () => {
    expect(variables().filter((one) => (one.default === undefined) === (one.ifUnset === undefined))).toEqual(
      [],
    );
    expect(
      variables().filter((one) => one.default !== undefined && !one.schema.safeParse(one.default).success),
    ).toEqual([]);
  });

  it("declares each variable that wrangler.toml offers, and not as a secret", () => {
    const offered = Array.from(
      read("wrangler.toml").matchAll(/^#? ?([A-Z][A-Z_]+) = "(.*)"$/gm),
      ([, name = "", value = ""]) => ({ name, value }),
    );
    expect(offered.length).toBeGreaterThan(1);
    for (const { name, value } of offered) {
      expect(isVariable(name) && !("secret" in VARIABLES[name]), name).toBe(true);
      expect(faultsIn({ [name]: value })).toEqual([]);
    }
  });

  it("declares exactly the bindings of wrangler.toml", () => {
    const declared = Array.from(
      read("wrangler.toml").matchAll(/^(?:binding|name) = "([A-Z_]+)"$/gm),
      ([, name]) => name,
    );
    expect(declared.toSorted()).toEqual(Object.keys(BINDINGS).toSorted());
  });
});

const WRONG: readonly (readonly [VariableName, string])[] = [
  ["GOVERNANCE_CLIENT_ID", "c4n4ry"],
  ["GOVERNANCE_CLIENT_SECRET", "c4n4ry"],
  ["GOVERNANCE_BASE_URL", "http://c4n4ry.example.com"],
  ["GOVERNANCE_TOKEN_FLOW", "magic"],
  ["REEVE_URL", "reeve.example.com"],
  ["ACCESS_TEAM_DOMAIN", "https://example.cloudflareaccess.com"],
  ["METRICS_TOKEN", "c4n4ry"],
  ["JIRA_WEBHOOK_SECRET", "c4n4ry"],
  ["JIRA_WEBHOOK_SECRET", "c4n4ry-c4n4ry-c4n4ry,c4n4ry-c4n4ry-c4n4rz,c4n4ry-c4n4ry-c4n4ra"],
  ["JIRA_API_TOKEN", " c4n4ry"],
  ["DESKS", "many"],
  ["DESKS", "0"],
  ["DESKS", "1.5"],
  ["DESKS", "-1"],
  ["DESKS", "1001"],
  ["DESKS", "1,4"],
  ["LOCAL_STACK", "true"],
];

describe("an invalid variable", () => {
  it.for(WRONG)("is reported with its name, its error and an example: %s=%s", ([name, value]) => {
    const fault = findFault({ [name]: value }, name) ?? "";
    expect(fault.startsWith(`${name} `)).toBe(true);
    expect(fault).toContain(VARIABLES[name].example);
    expect(fault).not.toContain("undefined");
    if ("secret" in VARIABLES[name]) expect(fault).not.toContain("c4n4ry");
    expect(() => readVariable({ [name]: value }, name)).toThrow(
      expect.objectContaining({ code: "configuration_invalid", message: fault }),
    );
    expect(faultsIn({ [name]: value })).toEqual([fault]);
  });

  it("is reported if it is a number, which wrangler.toml allows", () => {
    expect(findFault({ DESKS: 4 } as unknown as Variables, "DESKS")).toBe(
      "DESKS must be text, in quotes; use a value like 4",
    );
  });

  it("is not reported if it is empty or missing: its default, if any, applies", () => {
    expect(faultsIn({ JIRA_WEBHOOK_SECRET: "", REEVE_URL: "" })).toEqual([]);
    expect(readVariable({ GOVERNANCE_TOKEN_FLOW: "" }, "GOVERNANCE_TOKEN_FLOW")).toBe("assertion");
    expect(readVariable({}, "DESKS")).toBe(4);
  });
});

it("Reeve's own address is read without a trailing slash, and is undefined if it is invalid", () => {
  expect(readSite({ REEVE_URL: "https://reeve.example.com/" })).toBe("https://reeve.example.com");
  expect(readSite({ REEVE_URL: "reeve.example.com" })).toBeUndefined();
  expect(readSite({})).toBeUndefined();
});
