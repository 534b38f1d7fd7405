import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SCOPES } from "../../../src/channels/slack/api.ts";
import { root } from "../../../src/cli/shared/bundle.ts";
import { valueAt } from "../../../src/systems/reading/json.ts";

const text = readFileSync(root("slack-manifest.yml"), "utf8");
describe("the Slack app's manifest", () => {
  const manifest: unknown = parse(text);

  it("requests exactly the scopes that the API calls need", () => {
    const needed = new Set(["commands", ...Object.values(SCOPES).flat()]);
    const asked = valueAt(manifest, "oauth_config", "scopes", "bot");
    expect(asked).toEqual([...new Set(asked as string[])]);
    expect(new Set(asked as string[])).toEqual(needed);
    expect(valueAt(manifest, "oauth_config", "scopes", "user")).toBeUndefined();
  });

  it("has a comment above each scope", () => {
    const scopes = text.slice(text.indexOf("bot:\n"), text.indexOf("settings:")).trim().split("\n").slice(1);
    for (const [n, line] of scopes.entries())
      expect(line.trim().startsWith(n % 2 === 0 ? "# " : "- "), line).toBe(true);
  });

  it("declares one command that receives mentions as ids, and the same URL for commands and clicks", () => {
    const address = "https://reeve.example.com/hooks/slack";
    expect(valueAt(manifest, "features", "slash_commands")).toMatchObject([
      { command: "/reeve", url: address, should_escape: true },
    ]);
    expect(valueAt(manifest, "settings", "interactivity")).toEqual({
      is_enabled: true,
      request_url: address,
      message_menu_options_url: address,
    });
    expect(valueAt(manifest, "settings", "event_subscriptions")).toBeUndefined();
  });

  it("obeys Slack's limits of 35 characters for a name and 140 for a description", () => {
    const length = (...path: string[]) => String(valueAt(manifest, ...path)).length;
    expect(length("display_information", "name")).toBeLessThanOrEqual(35);
    expect(length("display_information", "description")).toBeLessThanOrEqual(140);
  });
});
