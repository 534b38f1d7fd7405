import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../src/cli/shared/bundle.ts";
import { RuledReeve } from "../e2e/ruled-reeve.ts";
import { makeFolder } from "./fork.ts";

const FILE = `kind,of,app.id,app.name,connector.id,connector.name,tool.id,tool.name,entitlement.appId,entitlement.id,appUser.id,roleSlug,user.email,policy.id,until
tool,,app_github,GitHub,con_github_mcp,GitHub MCP,tool_github_create_issue,"Create issue, the old one",,,,,,,
ownership,connector,app_github,GitHub,con_github_mcp,,,,,,,owner,ada.marsh@example.com,,2027-06-30
ownership,account,app_github,GitHub,,,,,app_github,ent_github_maintainer,acc_1,owner,ada.marsh@example.com,,
session_policy,,,,,,,,,,,,,sp_kiosk,2027-01-31
`;

describe("npm run reeve -- inventory:import", () => {
  const folder = makeFolder(afterAll);
  const file = join(folder, "inventory.csv");
  let reeve: RuledReeve;
  beforeAll(async () => {
    // The file is in the form that spreadsheets save.
    writeFileSync(file, `\ufeff${FILE.replaceAll("\n", "\r\n")}`);
    reeve = await RuledReeve.start({ enabled: [] });
  });
  afterAll(() => reeve.stop());
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [root("src/cli/reeve.ts"), "inventory:import", ...args],
      { encoding: "utf8" },
    );
    return { status, said: stdout + stderr };
  };

  it("adds all entries of a file, and changes nothing when repeated", async () => {
    expect(run(file, "--reeve", reeve.url.href, "--check")).toMatchObject({
      status: 0,
      said: expect.stringContaining("4 entries would change, 0 unchanged"),
    });
    expect(await reeve.inventory("ownership")).toEqual([]);
    for (const said of [
      "4 entries changed, 0 unchanged; recorded as: again",
      "0 entries changed, 4 unchanged",
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

  it("writes nothing if a line is invalid", async () => {
    const before = await reeve.inventory("session_policy");
    writeFileSync(
      join(folder, "wrong.csv"),
      "kind,policy.id,until\nsession_policy,other,2027-01-01\ndoor,,\n",
    );
    expect(run(join(folder, "wrong.csv"), "--reeve", reeve.url.href)).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^line 3: kind must be one of "tool", /),
    });
    expect(await reeve.inventory("session_policy")).toEqual(before);
  });

  it("adds the same entry whether a person is given by email, by id or by both", async () => {
    const before = await reeve.inventory("ownership");
    const again = join(folder, "again.csv");
    writeFileSync(
      again,
      `kind,of,app.id,connector.id,roleSlug,user.id,user.email,until
ownership,connector,app_github,con_github_mcp,owner,usr_ada_marsh,,2027-06-30
ownership,connector,app_github,con_github_mcp,owner,,Ada.Marsh@Example.com,2027-06-30
ownership,connector,app_github,con_github_mcp,owner,usr_ada_marsh,ada.marsh@example.com,2027-07-31
`,
    );
    expect(run(again, "--reeve", reeve.url.href)).toMatchObject({ status: 0 });
    const after = await reeve.inventory("ownership");
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    const user = { id: "usr_ada_marsh", name: expect.any(String) };
    expect(after.map(({ data }) => data)).toMatchObject([{ user, until: "2027-07-31" }, { user }]);
  });

  it("reports the line with an unknown person, and writes none of the entries", async () => {
    const before = await reeve.inventory("ownership");
    const nobody = join(folder, "nobody.csv");
    writeFileSync(
      nobody,
      `kind,of,app.id,connector.id,roleSlug,user.email
ownership,connector,app_github,con_x,owner,farid.stone@example.com

ownership,connector,app_github,con_x,owner,nobody@example.com
`,
    );
    const { status, said } = run(nobody, "--reeve", reeve.url.href);
    expect(status).toBe(1);
    expect(said).toMatch(/^line 4: user.email: no governance user has the email nobody@/);
    expect(await reeve.inventory("ownership")).toEqual(before);
  });

  it("reports wrong usage, an unreadable file and an unreachable Reeve", () => {
    expect(run()).toMatchObject({ status: 2, said: expect.stringContaining("Usage:") });
    expect(run(join(folder, "none.csv"))).toMatchObject({
      status: 1,
      said: expect.stringContaining("can't be read"),
    });
    expect(run(file, "--reeve", "http://127.0.0.1:9")).toMatchObject({
      status: 1,
      said: expect.stringContaining("there is no Reeve at http://127.0.0.1:9"),
    });
  });

  it("accepts the example file of docs/set-up/automations.md, and prints the output that the page shows", () => {
    const page = readFileSync(root("docs/set-up/automations.md"), "utf8");
    const [printed = "no output on the page"] =
      /^docs\/set-up\/inventory\.csv: .*unchanged$/m.exec(page) ?? [];
    const said = expect.stringContaining(printed.replace("docs/set-up/", ""));
    const example = root("docs/set-up/inventory.csv");
    expect(run(example, "--reeve", reeve.url.href, "--check")).toMatchObject({ status: 0, said });
  });
});
