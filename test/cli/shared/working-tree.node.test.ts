// The settings and rules of the working tree, as commands load them into a process.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../../../src/cli/shared/bundle.ts";

const TEXT = readFileSync(root("src/config.ts"), "utf8");

/** Returns the errors in settings, found by a process with the given environment. */
function mistakesIn(text: string, REEVE_ENV = ""): readonly string[] {
  const program = `import { checkConfig } from ${JSON.stringify(root("src/cli/shared/working-tree.ts"))};
    console.log(JSON.stringify(await checkConfig(process.argv[1])));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program, text], {
    env: { ...process.env, REEVE_ENV },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

/** Returns the settings with a line added before them. */
const withFirstLine = (line: string, text = TEXT) => text.replace("import ", `${line}\nimport `);

describe("settings", () => {
  it("can depend on the environment", () => {
    const text = withFirstLine(
      'import { environment } from "./environment.ts";',
      TEXT.replace('timeZone: "UTC"', 'timeZone: environment === "test" ? "Nowhere" : "UTC"'),
    );
    expect(mistakesIn(text)).toEqual([]);
    expect(mistakesIn(text, "test")).toEqual([expect.stringContaining("timeZone")]);
  });

  it.for([
    ["a line that can't be parsed", "const = 1;", /^src\/config\.ts:2: \S/],
    ["a line that throws", "const zone = missing.zone;", /^src\/config\.ts:2: missing is not defined$/],
    [
      "an import of a name that is not exported",
      'import { nothing } from "./define-config.ts";',
      /^src\/config\.ts:2: .*'nothing'$/,
    ],
    ["an import of a missing file", 'import "./no-such.ts";', /no-such\.ts' .*\/src\/config\.ts$/],
  ] as const)("are rejected for %s, with its location in the message", ([, line, mistake]) => {
    expect(mistakesIn(withFirstLine(line))).toEqual([expect.stringMatching(mistake)]);
  });
});
