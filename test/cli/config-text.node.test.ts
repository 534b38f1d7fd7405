import { describe, expect, it } from "vitest";
import { withVariables } from "../../src/cli/init/dev-vars-text.ts";
import { literal, withElement, withMember } from "../../src/cli/init/object-text.ts";

const TEXT = `// { settings: 1 }
export default defineConfig({
  settings: {
    /** Names: { } */
    apps: { "Git, Hub": "a{", \`x\`: 1 }, // a comment, with a comma
    "two words": ['}'],
    fields: {
      // jira: { user: "…" },
    },
    ...more,
    last: \`\${{ a: "}" }}\`
  },
  people: [
    { email: "a@example.com" } // the first
  ],
});
`;
/** The object that a text spells out, by what JavaScript makes of it. */
const stated = (text: string): unknown =>
  new Function("more", `return (${/defineConfig\(([\s\S]*)\);/.exec(text.replace("`x`: 1", "x: 1"))?.[1]});`)(
    {},
  );
const set = (path: readonly string[], value: unknown) =>
  withMember(TEXT, "defineConfig", path, literal(value));

describe("a text that spells out an object", () => {
  it.for<[readonly string[], unknown]>([
    [["settings", "apps"], { A: "b" }],
    [["settings", "two words"], ["c"]],
    [["settings", "last"], 'it\'s "last"\n\u2028'],
    [["settings", "fields", "jira"], { user: "u" }],
    [["settings", "fields", "a b", "user"], "u"],
    [["settings", "added"], 1],
    [["policy", "dryRun"], ["x"]],
    [["settings", '"], x: process.exit(), y: ["'], '"], x: process.exit(), y: ["'],
  ])("has %j set, and all else as it was", ([path, value]) => {
    const before = stated(TEXT) as Record<string, unknown>;
    let expected: Record<string, unknown> = structuredClone(before);
    const all = expected;
    for (const name of path.slice(0, -1)) {
      expected[name] ??= {};
      expected = expected[name] as Record<string, unknown>;
    }
    expected[path.at(-1) ?? ""] = value;
    expect(stated(set(path, value))).toEqual(all);
  });

  it("keeps comments where something else is, and drops the examples of what was empty", () => {
    const text = set(["settings", "fields", "jira"], {});
    expect(text).toContain("// a comment, with a comma");
    expect(text).not.toContain('// jira: { user: "…" }');
  });

  it("has elements added at the end of a list, or a list made", () => {
    const text = withElement(TEXT, "defineConfig", ["people"], literal({ email: "b@example.com" }));
    expect(stated(text)).toMatchObject({ people: [{ email: "a@example.com" }, { email: "b@example.com" }] });
    expect(text).toContain("// the first");
    expect(stated(withElement(TEXT, "defineConfig", ["policy", "dryRun"], '"x"'))).toMatchObject({
      policy: { dryRun: ["x"] },
    });
  });

  it.for([
    [
      TEXT.replace("settings: {\n", "settings: made({\n").replace("  },\n  people", "  }),\n  people"),
      "settings",
    ],
    ["export default config;", "its settings"],
    [TEXT.replace("people: [", "people: all ?? ["), "people"],
  ] as const)("is not changed where it is made otherwise", ([text, where]) => {
    const change = () =>
      where === "people"
        ? withElement(text, "defineConfig", ["people"], "{}")
        : withMember(text, "defineConfig", ["settings", "apps"], "{}");
    expect(change).toThrow(`src/config.ts does not spell out ${where}, so it can't be changed there`);
  });
});

it("the text of .dev.vars keeps what is theirs, and has what is set", () => {
  expect(withVariables("A=1\nB=2", { B: "x#y", C: "$&" })).toBe('A=1\nB="x#y"\nC=$&\n');
});
