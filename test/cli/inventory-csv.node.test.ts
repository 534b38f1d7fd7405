import { describe, expect, it } from "vitest";
import * as z from "zod";
import { WrittenEntry } from "../../src/actions/inventory.ts";
import { formatIssue } from "../../src/base/configured.ts";
import { RequestInvalid } from "../../src/base/problem.ts";
import { placeProblems, readEntries } from "../../src/cli/inventory-import/import.ts";

const FILE = `kind,of,app.id,app.name,connector.id,connector.name,tool.id,tool.name,entitlement.appId,entitlement.id,entitlement.name,appUser.id,roleSlug,user.email,policy.id,until
tool,,app_github,GitHub,con_github_mcp,GitHub MCP,tool_github_create_issue,"Create issue, the old one",,,,,,,,
ownership,connector,app_github,GitHub,con_github_mcp,,,,,,,,owner,ada.marsh@example.com,,2027-06-30
ownership,account,app_github,GitHub,,,,,app_github,ent_github_maintainer,GitHub maintainer,acc_1,owner,ada.marsh@example.com,,
session_policy,,,,,,,,,,,,,,sp_kiosk,2027-01-31
`;

/** Returns the entries of a file, sent as JSON and validated like in the route. */
function read(text: string): unknown[] {
  const rows = readEntries(text);
  const entries: unknown = JSON.parse(JSON.stringify(rows.map(({ entry }) => entry)));
  const checked = z.object({ entries: z.array(WrittenEntry) }).safeParse({ entries }, { error: formatIssue });
  if (checked.success) return checked.data.entries;
  throw placeProblems(rows, RequestInvalid.of(checked.error).errors);
}

describe("a CSV file of inventory entries", () => {
  it("has one entry per line, with optional names", () => {
    const ada = { email: "ada.marsh@example.com" };
    expect(read(FILE)).toEqual([
      {
        kind: "tool",
        data: {
          app: { id: "app_github", name: "GitHub" },
          connector: { id: "con_github_mcp", name: "GitHub MCP" },
          tool: { id: "tool_github_create_issue", name: "Create issue, the old one" },
        },
      },
      {
        kind: "ownership",
        data: {
          of: "connector",
          app: { id: "app_github", name: "GitHub" },
          connector: { id: "con_github_mcp", name: "con_github_mcp" },
          roleSlug: "owner",
          user: ada,
          until: "2027-06-30",
        },
      },
      {
        kind: "ownership",
        data: {
          of: "account",
          app: { id: "app_github", name: "GitHub" },
          entitlement: { appId: "app_github", id: "ent_github_maintainer", name: "GitHub maintainer" },
          appUser: { id: "acc_1", name: "acc_1" },
          roleSlug: "owner",
          user: ada,
        },
      },
      {
        kind: "session_policy",
        data: { policy: { id: "sp_kiosk", name: "sp_kiosk" }, until: "2027-01-31" },
      },
    ]);
  });

  it("can have the line endings, empty lines and extra spaces of a spreadsheet", () => {
    const text = "kind, policy.id ,until\r\nsession_policy, sp_1 ,2027-01-31\r\n\r\n";
    expect(read(text)).toMatchObject([{ data: { policy: { id: "sp_1" }, until: "2027-01-31" } }]);
  });

  it.for<[string, string, RegExp]>([
    ["an empty table", "kind,policy.id\n", /the file has no entries/],
    [
      "an unknown column",
      "kind,policy.id,until,colour\nsession_policy,p,2027-01-01,red\n",
      /line 2: colour: there is no colour; use one of/,
    ],
    ["an unknown kind", "kind,policy.id\ndoor,x\n", /^line 2: kind must be one of "tool", /],
    ["a missing value", "kind,policy.id,until\nsession_policy,,2027-01-31\n", /^line 2: policy is missing$/],
    [
      "a missing id",
      "kind,policy.name,until\nsession_policy,P,2027-01-31\n",
      /^line 2: policy.id is missing$/,
    ],
    ["an invalid day", "kind,policy.id,until\nsession_policy,p,31.1.2027\n", /^line 2: until: write /],
    [
      "a property of another kind",
      "kind,policy.id,until,roleSlug\nsession_policy,p,2027-01-01,owner\n",
      /line 2: roleSlug: there is no roleSlug; use one of/,
    ],
    ["lines of unequal length", "kind,policy.id\nsession_policy\n", /^line 2 has 1 cell, not 2: /],
    ["a kind named like a property of every object", "kind,policy.id\nconstructor,x\n", /line 2: kind/],
    ["an unclosed quote", 'kind,policy.id\n"session_policy,x\na,b\nc,d\n', /^line 2 has a quote/],
    ["a quote inside a cell", 'kind,policy.id\na,b\n\nse"ssion_policy,x\n', /^line 4 has a quote/],
  ])("is rejected for %s, with a line number unless the table is empty", ([, text, message]) => {
    expect(() => read(text)).toThrow(message);
  });

  it("is rejected with all its errors together", () => {
    const lines = "kind,policy.id,until\nx,,\n\nsession_policy,p,2027-01-32\nsession_policy,p,2027-01-01\n";
    expect(() => read(lines)).toThrow(/^line 2: kind .*\nline 4: until: .*$/);
  });

  it("has errors whose line numbers include the lines inside quoted cells", () => {
    const text = 'kind,policy.id,policy.name,until\r\nsession_policy,p,"two\r\nlines",2027-01-01\r\nx,,,\r\n';
    expect(() => read(text)).toThrow(/^line 4: kind /);
  });

  it("is rejected with its first 20 errors and the number of the others", () => {
    const text = `kind,policy.id,until\n${"session_policy,p,soon\n".repeat(23)}`;
    expect(() => read(text)).toThrow(/^(line \d+: until: .*\n){20}and 3 problems more$/);
    expect(() => read(text.replaceAll(",soon", ""))).toThrow(
      /^(line \d+ has 2 cells.*\n){20}and 3 problems more$/,
    );
  });

  it.for([
    [";", '";"'],
    ["\t", "tabs"],
    ["|", '"|"'],
  ] as const)("is rejected if the separator is not a comma: %s", ([separator, name]) => {
    const text = FILE.replaceAll(",", separator);
    expect(() => read(text)).toThrow(
      `line 1 separates the cells with ${name}: save the file with commas as separators`,
    );
  });

  it("can't set a property of a JavaScript prototype", () => {
    const text = "kind,__proto__.polluted,constructor.prototype,until\nsession_policy,yes,yes,2027-01-01\n";
    expect(() => read(text)).toThrow(/line 2: __proto__: there is no __proto__, constructor; use one of/);
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});
