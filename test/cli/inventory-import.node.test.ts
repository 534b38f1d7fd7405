import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inventoryRows } from "../../src/cli/inventory-import/rows.ts";
import { root } from "../../src/cli/shared/bundle.ts";
import { ImportError } from "../../src/cli/shared/csv.ts";
import { RuledReeve } from "../e2e/ruled-reeve.ts";

const FILE = `kind,app_id,app,connector_id,connector,tool_id,tool,entitlement_id,entitlement,account_id,role,user_email,policy_id,until
tool,app_github,GitHub,con_github_mcp,GitHub MCP,tool_github_create_issue,"Create issue, the old one",,,,,,,
connector-owner,app_github,GitHub,con_github_mcp,,,,,,,owner,ada.marsh@example.com,,2027-06-30
account-owner,app_github,GitHub,,,,,ent_github_maintainer,GitHub maintainer,acc_1,owner,ada.marsh@example.com,,
session-policy,,,,,,,,,,,,sp_kiosk,2027-01-31
`;

describe("a list of entries for the inventory", () => {
  it("is read a line at a time; names may be left out", () => {
    expect(inventoryRows(FILE)).toEqual([
      {
        line: 2,
        kind: "tool",
        data: {
          app: { id: "app_github", name: "GitHub" },
          connector: { id: "con_github_mcp", name: "GitHub MCP" },
          tool: { id: "tool_github_create_issue", name: "Create issue, the old one" },
        },
      },
      {
        line: 3,
        kind: "ownership",
        data: {
          of: "connector",
          app: { id: "app_github", name: "GitHub" },
          connector: { id: "con_github_mcp", name: "con_github_mcp" },
          roleSlug: "owner",
          user: { email: "ada.marsh@example.com", name: "ada.marsh@example.com" },
          until: "2027-06-30",
        },
      },
      expect.objectContaining({
        data: expect.objectContaining({ of: "account", appUser: { id: "acc_1", name: "acc_1" } }),
      }),
      {
        line: 5,
        kind: "session_policy",
        data: { policy: { id: "sp_kiosk", name: "sp_kiosk" }, until: "2027-01-31" },
      },
    ]);
  });

  it("may come from a spreadsheet: with a byte order mark, other line ends, and spaces", () => {
    const text = "\uFEFFKind, policy_id ,until\r\nsession-policy, sp_1 ,2027-01-31\r\n\r\n";
    expect(inventoryRows(text)).toMatchObject([{ data: { policy: { id: "sp_1" }, until: "2027-01-31" } }]);
  });

  it.for<[string, string, RegExp]>([
    ["nothing", "kind,policy_id\n", /has no lines below/],
    ["an unknown column", "kind,colour\ntool,red\n", /no columns colour/],
    ["an unknown kind", "kind,policy_id\ndoor,x\n", /line 2: kind is one of tool, /],
    [
      "what is missing",
      "kind,policy_id,until\nsession-policy,,2027-01-31\n",
      /line 2: policy_id is missing$/,
    ],
    ["a day that is none", "kind,policy_id,until\nsession-policy,p,31.1.2027\n", /line 2: until/],
    ["lines of unequal length", "kind,policy_id\nsession-policy\n", /line 2/],
    ["a kind that every object has", "kind,policy_id\nconstructor,x\n", /line 2: kind/],
  ])("is refused for %s, and says where", ([, text, message]) => {
    expect(() => inventoryRows(text)).toThrow(ImportError);
    expect(() => inventoryRows(text)).toThrow(message);
  });

  it("says all that is wrong with it at once", () => {
    expect(() =>
      inventoryRows("kind,policy_id,until\nx,,\nsession-policy,p,\nsession-policy,p,2027-01-01\n"),
    ).toThrow(/^line 2: .*\nline 3: [^\n]*$/s);
  });
});

describe("npm run inventory:import", () => {
  const folder = mkdtempSync(join(tmpdir(), "reeve-"));
  const file = join(folder, "inventory.csv");
  let reeve: RuledReeve;
  beforeAll(async () => {
    writeFileSync(file, FILE);
    reeve = await RuledReeve.start({ enabled: [] });
  });
  afterAll(async () => {
    await reeve.stop();
    rmSync(folder, { recursive: true });
  });
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [root("src/cli/inventory-import/import.ts"), ...args],
      { encoding: "utf8" },
    );
    return { status, said: stdout + stderr };
  };

  it("has all of a file tracked, and again changes nothing", async () => {
    const all = "1 tool, 2 ownerships, 1 session policy";
    for (const said of [
      `(${all}); 4 entries changed, on record as: again`,
      `already (${all}): nothing was changed`,
    ]) {
      expect(run(file, "--reeve", reeve.url.href, "--reason", "again")).toMatchObject({
        status: 0,
        said: expect.stringContaining(said),
      });
      expect(await reeve.inventory("tool")).toMatchObject([
        { data: { tool: { name: "Create issue, the old one" } } },
      ]);
      expect(await reeve.inventory("ownership")).toHaveLength(2);
    }
    const edits = (await reeve.audit()).filter(({ type }) => type === "inventory.edited");
    expect(edits).toHaveLength(1);
  });

  it("sends nothing where it is only to check, or where a line is wrong", async () => {
    const before = await reeve.inventory("session_policy");
    expect(run(file, "--check")).toMatchObject({
      status: 0,
      said: expect.stringContaining("nothing was sent"),
    });
    writeFileSync(
      join(folder, "wrong.csv"),
      "kind,policy_id,until\nsession-policy,other,2027-01-01\ndoor,,\n",
    );
    expect(run(join(folder, "wrong.csv"), "--reeve", reeve.url.href)).toMatchObject({
      status: 1,
      said: expect.stringContaining("line 3"),
    });
    expect(await reeve.inventory("session_policy")).toEqual(before);
  });

  it("knows a person by their governance user: one ownership, by email, id or both, is one entry", async () => {
    const before = await reeve.inventory("ownership");
    const again = join(folder, "again.csv");
    writeFileSync(
      again,
      `kind,app_id,connector_id,role,user_id,user_email,until
connector-owner,app_github,con_github_mcp,owner,usr_ada_marsh,,2027-06-30
connector-owner,app_github,con_github_mcp,owner,,Ada.Marsh@Example.com,2027-06-30
connector-owner,app_github,con_github_mcp,owner,usr_ada_marsh,ada.marsh@example.com,2027-07-31
`,
    );
    expect(run(again, "--reeve", reeve.url.href)).toMatchObject({ status: 0 });
    const after = await reeve.inventory("ownership");
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    const user = { id: "usr_ada_marsh", name: expect.any(String) };
    expect(after.map(({ data }) => data)).toMatchObject([{ user, until: "2027-07-31" }, { user }]);
  });

  it("names the lines whose person it can't tell, and writes none of them", async () => {
    const before = await reeve.inventory("ownership");
    const nobody = join(folder, "nobody.csv");
    writeFileSync(
      nobody,
      `kind,app_id,connector_id,role,user_email
connector-owner,app_github,con_x,owner,farid.stone@example.com

connector-owner,app_github,con_x,owner,nobody@example.com
`,
    );
    const { status, said } = run(nobody, "--reeve", reeve.url.href);
    expect(status).toBe(1);
    expect(said).toContain(
      "0 of 2 are in the inventory. Then:\nline 4: no governance user has the email nobody@",
    );
    expect(await reeve.inventory("ownership")).toEqual(before);
  });

  it("says how it is used, what can't be read, and that nobody is there", () => {
    expect(run()).toMatchObject({ status: 2, said: expect.stringContaining("usage:") });
    expect(run(join(folder, "none.csv"))).toMatchObject({
      status: 1,
      said: expect.stringContaining("can't be read"),
    });
    expect(run(file, "--reeve", "http://127.0.0.1:9")).toMatchObject({
      status: 1,
      said: expect.stringContaining("there is no Reeve at http://127.0.0.1:9"),
    });
  });
});

it("the file in docs/automations.md is one that can be imported", () => {
  const [, example = ""] = /```csv\n(.*?)```/s.exec(readFileSync(root("docs/automations.md"), "utf8")) ?? [];
  expect(inventoryRows(example).map(({ kind }) => kind)).toEqual([
    "tool",
    "ownership",
    "ownership",
    "ownership",
    "session_policy",
  ]);
});
