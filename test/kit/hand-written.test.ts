import { expect, it } from "vitest";
import {
  type Author,
  amendEntry,
  findWriters,
  type InventoryData,
  type InventoryEntry,
  type InventoryKind,
} from "../../src/actions/inventory.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { findOwnership, findTool, withKnownNames } from "../../src/kit/hand-written.ts";
import { accountOwner } from "../automations/owned.ts";
import { makePlace } from "../automations/tools.ts";

const { settings } = sample;

const GITA = "gita.lund@example.com";
const entry = <Kind extends InventoryKind>(
  kind: Kind,
  data: InventoryData<Kind>,
  changedBy: Author = { person: GITA },
): InventoryEntry<Kind> => ({
  kind,
  key: "key",
  data,
  runs: {},
  changedBy,
  changedAt: 1,
});
const ends = (id: string, changedBy?: Author) =>
  entry("session_policy", { policy: { id, name: "nothing much" }, until: "2099-01-01" }, changedBy);

it("an entry has a writer only if a person changed it; the person's name can look like a run id", () => {
  expect(findWriters({ changedBy: { run: "run_0197-ab" } })).toEqual([]);
  for (const person of [GITA, "run_amok@example.com", "run_0197-ab", "reeve"])
    expect(findWriters({ changedBy: { person } })).toEqual([person]);
});

it("an entry that a run amends keeps its author", () => {
  expect(
    amendEntry(ends("sp_kiosk"), { policy: { id: "sp_kiosk", name: "x" }, until: "2099-01-01" }),
  ).toMatchObject({
    key: "key",
    by: { person: GITA },
  });
});

it("names that a person wrote are replaced by those in the settings, or marked as unverified", () => {
  const policyOf = (of: InventoryEntry<"session_policy">) => withKnownNames(of, settings).data.policy;
  const unknown = (id: string, name: string) => ({
    id,
    name: `${id} (called "${name}", which nobody looked up)`,
  });
  expect(policyOf(ends("sp_kiosk"))).toEqual({ id: "sp_kiosk", name: "Shared kiosks" });
  expect(policyOf(ends("sp_x"))).toEqual(unknown("sp_x", "nothing much"));
  expect(policyOf(ends("sp_x", { run: "run_1" }))).toEqual({
    id: "sp_x",
    name: "nothing much",
  });

  const account = accountOwner();
  if (account.of !== "account") throw new Error("it is not an account's");
  const lie = {
    ...account,
    app: { ...account.app, name: "Wiki" },
    appUser: { ...account.appUser, name: "Bot" },
  };
  expect(findOwnership(entry("ownership", lie), lie, settings)).toMatchObject({
    app: { name: "GitHub" },
    appUser: { name: "ada.marsh@example.com" },
    entitlement: { appId: "app_github", name: "GitHub maintainer" },
  });
  const elsewhere = { ...lie, entitlement: { appId: "app_x", id: "ent_x", name: "Guests" } };
  expect(findOwnership(entry("ownership", elsewhere), elsewhere, settings)).toMatchObject({
    entitlement: { appId: "app_x", ...unknown("ent_x", "Guests") },
  });
});

it("a plan shows a tool from an entry under its current name at the service", () => {
  const lie = { ...makePlace("tool_a"), tool: { id: "tool_a", name: "nothing much" } };
  const now = { id: "tool_a", displayName: "Delete everything" };
  expect(findTool(entry("retired_tool", lie), now as never, settings)).toEqual({
    app: { id: "app_github", name: "GitHub" },
    connector: { id: "con_github_mcp", name: "GitHub MCP" },
    tool: { id: "tool_a", name: "Delete everything" },
  });
});
