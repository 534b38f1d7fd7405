import { describe, expect, it } from "vitest";
import { type Ownership, ownershipKey, putEntry, removeEntry } from "../../src/actions/inventory.ts";
import { connectorOwnersEnd } from "../../src/automations/connector-owners-end.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { tenantAt } from "../governance/tenant.ts";
import { accountOwner, connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { look } from "./support/proposed.ts";

const NOW = Date.parse("2099-04-01T04:15:00Z");
const YESTERDAY = "2099-03-31";
const HUGO = { id: "usr_hugo_pike", name: "Hugo Pike" };

describe("an ownership of a connector with a last day", async () => {
  const governance = (await tenantAt("connector-owners-end.example.com")).client();
  const { settings } = makeContext(governance);
  const looked = (
    owned: readonly Ownership[],
    rejected: readonly string[] = [],
    own = readSettings(settings, "connector-owners-end"),
  ) => {
    const inventory = owned.map((one) => putEntry("ownership", one));
    return look(connectorOwnersEnd, governance, NOW, { inventory, rejected, own });
  };

  it("becomes a task for a person other than the owner, and leaves the inventory once the task is done", async () => {
    const ada = connectorOwner({ until: YESTERDAY });
    const hugo = connectorOwner({ until: YESTERDAY, user: HUGO });
    const about = { effects: [], action: "connector-owner.end-by-hand", followUp: { assignees: [] } };
    expect(await looked([ada, hugo, accountOwner({ until: YESTERDAY })])).toMatchObject({
      actions: [
        {
          ...about,
          summary:
            "Manual task without an API call: remove Ada Marsh as owner of the connector GitHub MCP (app GitHub). The last day was 31 Mar 2099.",
          beneficiaries: ["usr_ada_marsh"],
          leaves: [removeEntry("ownership", ownershipKey(ada))],
        },
        {
          ...about,
          beneficiaries: ["usr_hugo_pike"],
          leaves: [removeEntry("ownership", ownershipKey(hugo))],
        },
      ],
    });
  });

  it("becomes no task before the last day has passed, or while a rejection is recent", async () => {
    const target = "connector app_github/con_github_mcp owner owner usr_ada_marsh";
    expect(await looked([connectorOwner({ until: YESTERDAY })], [target])).toMatchObject({
      ignore: "no connector ownership needs a person to end it",
    });
    expect(await looked([connectorOwner({ until: "2099-04-01" }), connectorOwner()])).toMatchObject({
      ignore: "no connector ownership needs a person to end it",
    });
  });

  it("becomes a task for the people in the settings", async () => {
    const named = { ...readSettings(settings, "connector-owners-end"), assignees: ["gita.lund@example.com"] };
    const proposal = await looked([connectorOwner({ until: YESTERDAY })], [], named);
    expect(proposal).toMatchObject({ actions: [{ followUp: { assignees: named.assignees } }] });
    // A plan for other people must have another hash.
    expect(proposal).toMatchObject({ actions: [{ input: { assignees: named.assignees } }] });
  });
});
