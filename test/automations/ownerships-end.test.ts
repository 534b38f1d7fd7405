import { describe, expect, it } from "vitest";
import { type Ownership, putEntry } from "../../src/actions/inventory.ts";
import { ownershipsEnd } from "../../src/automations/ownerships-end.ts";
import { tenantAt } from "../governance/tenant.ts";
import { accountOwner, appOwner, connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { look, makeHistory, tick } from "./support/proposed.ts";

// In Berlin, it is 1 April.
const [YESTERDAY, TODAY, IN_A_WEEK, LATER] = [
  "2099-03-31",
  "2099-04-01",
  "2099-04-08",
  "2099-04-09",
] as const;

describe("ownerships with a last day", async () => {
  const governance = (await tenantAt("ownerships-end.example.com")).client();
  const looked = (owned: readonly Ownership[], rejected: readonly string[] = []) => {
    const inventory = owned.map((one) => putEntry("ownership", one));
    return look(ownershipsEnd, governance, Date.parse("2099-04-01T04:00:00Z"), { inventory, rejected });
  };

  it("remain through that day and are removed on the next if the API can remove them", async () => {
    const owned = [
      accountOwner({ until: YESTERDAY }),
      appOwner({ until: TODAY, warned: TODAY }),
      connectorOwner({ until: YESTERDAY }),
    ];
    const proposal = await looked(owned);
    expect(proposal).toMatchObject({
      actions: [
        {
          action: "user-entitlement-owner.remove",
          effects: [{ operation: "deleteAppUserEntitlementOwner", missingIsSuccess: true }],
        },
      ],
      notice: {
        summary: "0 ending within 7 days, 1 past the last day.",
        lines: [
          {
            name: "Ada Marsh: account ada.marsh@example.com in GitHub (owner, by GitHub maintainer)",
            detail: "ended on 2099-03-31; to be removed",
          },
        ],
        people: [],
      },
    });
    expect("actions" in proposal && proposal.actions).toHaveLength(1);
  });

  it("are announced to their owners once, a week in advance", async () => {
    const ahead = [
      accountOwner({ until: IN_A_WEEK }),
      appOwner({ until: LATER }),
      connectorOwner({ until: TODAY, user: { id: "usr_hugo_pike", name: "Hugo Pike" } }),
    ];
    const proposal = await looked(ahead);
    expect(proposal).toMatchObject({
      ignore: "no ownership that the API can end is past its last day",
      notice: {
        summary: "2 ending within 7 days, 0 past the last day.",
        lines: [
          { detail: "ends on 2099-04-08" },
          { name: "Hugo Pike: connector GitHub MCP of GitHub (owner)", detail: "ends on 2099-04-01" },
        ],
        people: ["ada.marsh@example.com", "hugo.pike@example.com"],
      },
    });
    // `proposed` has written the proposal's inventory changes.
    const again = await ownershipsEnd.propose(tick(ownershipsEnd, "2099-04-01T04:00:00.000Z"), {
      ...makeContext(governance),
      history: await makeHistory(("leaves" in proposal && proposal.leaves) || []),
    });
    expect(again).toMatchObject({ goOn: { state: { found: [] } } });
  });

  it("are announced again if the day is postponed", async () => {
    expect(await looked([appOwner({ until: IN_A_WEEK, warned: TODAY })])).toMatchObject({
      notice: { people: ["ada.marsh@example.com"] },
    });
  });

  it("of deleted users are only announced to operators", async () => {
    const user = { id: "usr_nobody", name: "Nobody" };
    expect(await looked([appOwner({ until: TODAY, user })])).toMatchObject({
      notice: {
        lines: [{ detail: "ends on 2099-04-01; not warned: the owner has no email" }],
        people: [],
      },
    });
  });

  it("remain for some days after a person rejected the removal", async () => {
    const target =
      "app user app_github/acc_github_usr_ada_marsh owner owner entitlement app_github/ent_github_maintainer";
    expect(await looked([accountOwner({ until: YESTERDAY })], [target])).toMatchObject({
      ignore: "nothing to remove and nobody to warn until 2099-04-08",
    });
  });

  it("are the only ownerships that are checked", async () => {
    expect(await looked([connectorOwner(), appOwner(), accountOwner()])).toMatchObject({
      ignore: "nothing to remove and nobody to warn until 2099-04-08",
      steps: 2,
    });
  });
});
