import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { type ConfigChange, differences, setting, withChanges } from "../../../src/cli/init/config-file.ts";
import { withVariables } from "../../../src/cli/shared/dev-vars.ts";

const TEXT = `// { settings: 1 }
import { defineConfig } from "../define-config.ts";

export default defineConfig({
  settings: {
    /** Names: { } */
    apps: { "Git, Hub": "a{" }, // a comment, with a comma
    "two words": ["}"],
    fields: {
      // jira: { user: "…" },
    },
    ...more,
    chosen: environment === "test" ? { a: "1" } : {},
    last: \`\${{ a: "}" }}\`,
  },
  // Ours.
  people: [
    { email: "a@example.com" }, // the first
  ],
});
`;
/** Evaluates the object that a text contains, as JavaScript does. */
const stated = (text: string): unknown =>
  new Function("more", "environment", `return (${/defineConfig\(([\s\S]*)\);/.exec(text)?.[1]});`)(
    {},
    "test",
  );

describe("a change to src/config.ts", () => {
  it.for<[readonly string[], ConfigChange[string]]>([
    [["settings", "apps"], { A: "b" }],
    [["settings", "apps", "Git, Hub"], "c"],
    [["settings", "last"], 'it\'s "last"\n\u2028'],
    [["settings", "fields", "jira"], { user: "u" }],
    [["settings", "fields", "a b", "user"], "u"],
    [["settings", "added"], 1],
    [["policy", "dryRun"], ["x"]],
    [["settings", '"], x: process.exit(), y: ["'], '"], x: process.exit(), y: ["`*/ // \\'],
  ])("sets %j, and keeps all other settings and all comments", ([path, value]) => {
    const text = withChanges(TEXT, [setting(path, value)]);
    const expected = structuredClone(stated(TEXT)) as Record<string, unknown>;
    const holder = path.slice(0, -1).reduce((node, name) => {
      node[name] ??= {};
      return node[name] as Record<string, unknown>;
    }, expected);
    const last = path.at(-1) ?? "";
    const isObject = typeof value === "object" && !Array.isArray(value);
    holder[last] = isObject ? Object.assign({}, holder[last], value) : value;
    expect(stated(text)).toEqual(expected);
    for (const comment of [
      "// { settings: 1 }",
      "/** Names: { } */",
      "// a comment, with a comma",
      '// jira: { user: "…" },',
      "// Ours.",
      "// the first",
    ])
      expect(text).toContain(comment);
    expect(text).toContain('chosen: environment === "test" ? { a: "1" } : {}');
  });

  it("adds missing elements to a list, or creates the list", () => {
    const text = withChanges(TEXT, [
      setting(["people"], [{ email: "b@example.com" }]),
      setting(["policy", "dryRun"], ["x"]),
      setting(["policy", "dryRun"], ["y"]),
    ]);
    expect(stated(text)).toMatchObject({
      people: [{ email: "a@example.com" }, { email: "b@example.com" }],
      policy: { dryRun: ["x", "y"] },
    });
  });

  it.for(["people", "fields"])("keeps the comments in the empty property %s", (name) => {
    const [open, close] = name === "people" ? ["[", "]"] : ["{", "}"];
    const text = `export default defineConfig({\n  ${name}: ${open}\n    // one\n    /* two */\n  ${close},\n});\n`;
    const change = name === "people" ? [{ email: "x" }] : { jira: "x" };
    const changed = withChanges(text, [setting([name], change)]);
    expect(changed).toMatch(/\/\/ one\n\s*\/\* two \*\//);
    expect(stated(changed)).toEqual({ [name]: change });
  });

  it.for([
    [TEXT.replace("settings: {", "settings: made, other: {"), ["settings", "apps"], "settings"],
    [TEXT, ["settings", "chosen", "b"], "settings.chosen"],
    ["export default config;", ["settings", "apps"], "its settings"],
    [TEXT.replace("people: [", "people: all ?? ["), ["people"], "people"],
  ] as const)("is rejected if the file computes the value to change", ([text, path, where]) => {
    expect(() => withChanges(text, [setting(path, path[0] === "people" ? ["x"] : { x: "y" })])).toThrow(
      `src/config.ts has no literal value for ${where}, so the command can't change the value`,
    );
  });

  it("is shown as the changed lines with their context", () => {
    const before = "1\n2\n3\n4\n5\n6\n7";
    expect(differences(before, before.replace("4", "x\ny"))).toEqual([
      "    2",
      "    3",
      "  - 4",
      "  + x",
      "  + y",
      "    5",
      "    6",
    ]);
    expect(differences(before, before)).toEqual([]);
  });
});

it.for([
  ["A=1\nD=2", { D: "x#y", C: "$&" }, "A=1\nD='x#y'\nC=$&\n"],
  ['KEY="a\nURL=inner\nb" # mine\nB=2', { KEY: "new" }, "KEY=new\nB=2\n"],
  ["export A = 1\r\nB=2\r\nA=3\r\n", { A: "x" }, "A=x\r\nB=2\r\nA=x\r\n"],
] as const)(
  "an update of .dev.vars replaces whole values and keeps other lines: %j",
  ([before, values, after]) => {
    expect(withVariables(before, values)).toBe(after);
  },
);

it.for(["plain", "a b", 'a"b', "it's", "#1\\n", "`'#", '"', "'\"", "a\\b#", "a\nC=c", "'\"`"])(
  "the value %j is read from .dev.vars as it was written",
  (value) => {
    expect(parseEnv(withVariables("", { A: value, B: "2" }))).toEqual({ A: value, B: "2" });
  },
);

it.for([
  ["", "'\"`\nURL=https://evil.example"],
  ["", "it's\\n`#"],
  ["", "a\r\nb"],
  ["KEY='x\nA=inner'", "new"],
])("for a .dev.vars file with the contents %j, the value %j is rejected", ([before = "", value = ""]) => {
  expect(() => withVariables(before, { A: value })).toThrow("The value of A can't be written to .dev.vars");
});
