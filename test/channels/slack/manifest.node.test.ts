import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../../src/channels/slack/api.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import { valueAt } from "../../../src/systems/reading/json.ts";

const text = readFileSync(root("slack-manifest.yml"), "utf8");
type Yaml = string | Yaml[] | { [name: string]: Yaml };

/** Reads the part of YAML that the manifest keeps to: maps, lists and scalars by indentation, and whole-line comments. */
function parseYaml(source: string): Yaml {
  const lines = source
    .split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .map((line) => line.replace(/^( *)- (?=\S+:( |$))/, "$1-\n$1  "))
    .flatMap((line) => line.split("\n"))
    .map((line) => ({ indent: line.search(/\S/), line: line.trim() }));
  const scalar = (value: string): string => {
    const [, quoted] = value.match(/^"([^"\\]*)"$/) ?? [];
    if (quoted !== undefined) return quoted;
    // Whatever YAML may read as something else than text.
    if (/^[[\]{}>|*&!%@`"',?-]|: |:$| #|\t/.test(value)) throw new Error(`not plain: ${value}`);
    return value;
  };
  const node = (indent: number): Yaml => {
    const first = lines[0];
    if (!first || first.indent !== indent) throw new Error(`a value is missing before ${first?.line}`);
    const list: Yaml[] = [];
    const map: { [name: string]: Yaml } = {};
    const isList = first.line.startsWith("-");
    for (let next = lines[0]; next && next.indent >= indent; next = lines[0]) {
      if (next.indent !== indent) throw new Error(`indented too far: ${next.line}`);
      lines.shift();
      const [, item] = next.line.match(/^-(?: (.+))?$/) ?? [];
      const [, name, value] = next.line.match(/^([\w]+):(?: (.+))?$/) ?? [];
      const below = () => node(lines[0]?.indent ?? -1);
      if (isList && next.line.startsWith("-")) list.push(item === undefined ? below() : scalar(item));
      else if (!isList && name && !Object.hasOwn(map, name))
        map[name] = value === undefined ? below() : scalar(value);
      else throw new Error(`neither a member nor an item: ${next.line}`);
    }
    return isList ? list : map;
  };
  const whole = node(0);
  if (lines.length > 0) throw new Error(`left over: ${lines[0]?.line}`);
  return whole;
}

describe("the Slack app's manifest", () => {
  const manifest = parseYaml(text);

  it("asks for the scopes that the calls need, and for no others", () => {
    const needed = new Set(["commands", ...Object.values(SCOPES).flat()]);
    const asked = valueAt(manifest, "oauth_config", "scopes", "bot");
    expect(asked).toEqual([...new Set(asked as string[])]);
    expect(new Set(asked as string[])).toEqual(needed);
    expect(valueAt(manifest, "oauth_config", "scopes", "user")).toBeUndefined();
  });

  it("says of each scope what it is for", () => {
    const scopes = text.slice(text.indexOf("bot:\n"), text.indexOf("settings:")).trim().split("\n").slice(1);
    for (const [n, line] of scopes.entries())
      expect(line.trim().startsWith(n % 2 === 0 ? "# " : "- "), line).toBe(true);
  });

  it("has one command, with ids in mentions, and one address for everything", () => {
    const address = "https://reeve.example.com/hooks/slack";
    expect(valueAt(manifest, "features", "slash_commands")).toMatchObject([
      { command: "/reeve", url: address, should_escape: "true" },
    ]);
    expect(valueAt(manifest, "settings", "interactivity")).toEqual({
      is_enabled: "true",
      request_url: address,
    });
    expect(valueAt(manifest, "settings", "event_subscriptions")).toBeUndefined();
  });

  it("keeps Slack's limits: 35 characters for a name, 140 for a description", () => {
    const length = (...path: string[]) => String(valueAt(manifest, ...path)).length;
    expect(length("display_information", "name")).toBeLessThanOrEqual(35);
    expect(length("display_information", "description")).toBeLessThanOrEqual(140);
  });

  it("is read by a reader that takes nothing it does not know", () => {
    for (const bad of ["a: b: c", "a:\n    b: 1\n  c: 2", "a: 1\na: 2", "a: [1]", "- a\nb: 1", "a:"])
      expect(() => parseYaml(bad), bad).toThrow();
    expect(parseYaml('a:\n  - b: "#1"\n    c: d e\n  - f')).toEqual({ a: [{ b: "#1", c: "d e" }, "f"] });
  });
});
