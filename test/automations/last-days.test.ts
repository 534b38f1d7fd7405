import { describe, expect, it } from "vitest";
import { type Ownership, ownershipKey, putEntry, removeEntry } from "../../src/actions/inventory.ts";
import { lastDays, lastDayTasks } from "../../src/automations/platform/last-days.ts";
import { DAY_MS } from "../../src/base/days.ts";
import { readSettings } from "../../src/kit/settings.ts";
import { retain } from "../../src/ledger/retention.ts";
import { tenantAt } from "../governance/tenant.ts";
import { LEDGER } from "../ledger/ledger.ts";
import { accountOwner, appOwner, connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { look, makeHistory, tick, turnDown } from "./support/proposed.ts";

// In these tests, it is 1 April 2099 in Berlin.
const HUGO = { id: "usr_hugo_pike", name: "Hugo Pike" };
const [YESTERDAY, TODAY] = ["2099-03-31", "2099-04-01"] as const;
const [IN_A_WEEK, LATER] = ["2099-04-08", "2099-04-09"] as const;

describe("ownerships with a last day", async () => {
  const governance = (await tenantAt("last-days.example.com")).client();
  const looked = (owned: readonly Ownership[], rejected: readonly string[] = []) => {
    const inventory = owned.map((one) => putEntry("ownership", one));
    return look(lastDays, governance, Date.parse("2099-04-01T04:00:00Z"), { inventory, rejected });
  };

  it("remain through that day and are removed the day after if the API can remove them", async () => {
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
          effects: [{ operation: "deleteAppUserEntitlementOwner" }],
        },
      ],
      notice: {
        summary: "3 entries that end by 8 Apr 2099: 0 announced now, 1 due for removal.",
        lines: [
          {
            name: "The entitlement GitHub maintainer, owner of the account of Ada Marsh in GitHub",
            detail: "the last day was 31 Mar 2099; removal is planned",
          },
        ],
        people: [],
      },
    });
    expect("actions" in proposal && proposal.actions).toHaveLength(1);
  });

  it("are announced to their owners a week in advance, with a page on which each can be extended or ended", async () => {
    const ahead = [
      accountOwner({ until: IN_A_WEEK }),
      appOwner({ until: LATER }),
      connectorOwner({ until: TODAY, user: HUGO }),
    ];
    const proposal = await looked(ahead);
    expect(proposal).toMatchObject({
      ignore: "no entry that a call can end is past its last day",
      notice: {
        summary: "2 entries that end by 8 Apr 2099: 2 announced now, 0 due for removal.",
        lines: [
          {
            detail: "ends on 8 Apr 2099; extend it, or end it now",
            page: "/access?kind=ownership&key=account%2Fapp_github%2Facc_github_usr_ada_marsh%2Fapp_github%2Fent_github_maintainer%2Fowner",
          },
          {
            name: "Hugo Pike, owner of the connector GitHub MCP (app GitHub)",
            concerns: ["hugo.pike@example.com"],
          },
        ],
        people: ["ada.marsh@example.com", "hugo.pike@example.com"],
      },
    });
    // `proposed` has written the proposal's inventory changes.
    const again = await lastDays.propose(tick(lastDays, "2099-04-01T04:00:00.000Z"), {
      ...makeContext(governance),
      history: await makeHistory(("leaves" in proposal && proposal.leaves) || []),
    });
    expect(again).toMatchObject({ goOn: { state: { found: [] } } });
  });

  it.for([
    ["are announced to the owner and the requester a week before the end", IN_A_WEEK, undefined, true],
    ["are announced a week before the end only once", IN_A_WEEK, TODAY, false],
    ["are announced again if the last day is postponed", IN_A_WEEK, YESTERDAY, true],
    ["are not announced between a week and a day before the end", "2099-04-04", "2099-03-28", false],
    ["are announced again the day before the end", "2099-04-02", "2099-03-26", true],
    ["are not announced again on the last day", TODAY, YESTERDAY, false],
  ] as const)("%s", async ([, until, warned, isTold]) => {
    const requester = "gita.lund@example.com";
    const proposal = await looked([connectorOwner({ until, requester, ...(warned && { warned }) })]);
    const people = ["ada.marsh@example.com", requester];
    if (isTold) expect(proposal).toMatchObject({ notice: { people, lines: [{ concerns: people }] } });
    else expect(proposal).not.toHaveProperty("notice");
  });

  it("are announced only to the owner if the requester was erased", async () => {
    const owned = connectorOwner({ until: TODAY, requester: "[erased]" });
    expect(await looked([owned])).toMatchObject({ notice: { people: ["ada.marsh@example.com"] } });
  });

  it("become a task for a person if the call that removes them failed, and the call is repeated later", async () => {
    const owned = [accountOwner({ until: YESTERDAY }), appOwner({ until: YESTERDAY })];
    const proposal = await looked([accountOwner({ until: YESTERDAY })]);
    const now = Date.parse("2099-04-01T04:15:00Z");
    const inventory = owned.map((one) => putEntry("ownership", one));
    expect(await look(lastDayTasks, governance, now, { inventory })).toMatchObject({
      ignore: expect.stringContaining("no person has to end an entry"),
    });
    await turnDown(lastDays, proposal, now, "failed");
    expect(await look(lastDayTasks, governance, now, { inventory })).toMatchObject({
      actions: [
        {
          action: "undo.by-hand",
          effects: [],
          summary:
            "Manual task without an API call: undo “The entitlement GitHub maintainer, owner of the account of Ada Marsh in GitHub” because its last day is over, and the call for this failed: Remove the entitlement GitHub maintainer as owner of the account ada.marsh@example.com in GitHub. Everyone who holds it loses that ownership.",
          leaves: [removeEntry("ownership", ownershipKey(accountOwner({})))],
        },
      ],
    });
    const again = await looked(owned);
    expect("actions" in again && again.actions).toHaveLength(2);
  });

  it("are removed even if the runs were deleted, the app was renamed and the time zone was changed", async () => {
    const owned = appOwner({ until: YESTERDAY, app: { id: "app_jira", name: "An old name" } });
    const history = await makeHistory([putEntry("ownership", owned)], 1, Date.parse("2098-04-01T04:00:00Z"));
    const now = Date.parse("2099-04-01T04:00:00Z");
    await retain(LEDGER, now - 90 * DAY_MS);
    const settings = { ...makeContext(governance).settings, timeZone: "Pacific/Auckland" };
    for (const zone of [{}, { settings }])
      expect(await look(lastDays, governance, now, { history, ...zone })).toMatchObject({
        actions: [
          { action: "entitlement-owner.remove", leaves: [removeEntry("ownership", ownershipKey(owned))] },
        ],
      });
  });

  it("no longer end if a new ownership without an end replaces them", async () => {
    const inventory = [appOwner({ until: YESTERDAY }), appOwner()].map((one) => putEntry("ownership", one));
    const history = await makeHistory(inventory);
    const now = Date.parse("2099-04-01T04:00:00Z");
    expect(await look(lastDays, governance, now, { history })).toMatchObject({
      ignore: expect.stringContaining("nothing to end"),
    });
  });

  it("of users without an email are announced only to operators", async () => {
    const user = { id: "usr_nobody", name: "Nobody" };
    expect(await looked([appOwner({ until: TODAY, user })])).toMatchObject({
      notice: {
        lines: [{ detail: expect.stringContaining("not notified: the person has no email"), concerns: "" }],
        people: [],
      },
    });
  });

  it("are not removed if a person recently rejected the removal", async () => {
    const target =
      "app user app_github/acc_github_usr_ada_marsh owner owner entitlement app_github/ent_github_maintainer";
    expect(await looked([accountOwner({ until: YESTERDAY })], [target])).toMatchObject({
      ignore: "nothing to end and nobody to notify until 8 Apr 2099",
    });
  });

  it("are the only ownerships that are checked", async () => {
    expect(await looked([connectorOwner(), appOwner(), accountOwner()])).toMatchObject({
      ignore: "nothing to end and nobody to notify until 8 Apr 2099",
      steps: 4,
    });
  });
});

describe("a session policy with a last day", async () => {
  const governance = (await tenantAt("policies-end.example.com")).client();
  const ends = (id: string, until: string) =>
    putEntry("session_policy", { policy: { id, name: id.toUpperCase() }, until });
  // Berlin has summer time, so 2 April begins two hours earlier than in UTC.
  const inventory = [ends("sp_past", YESTERDAY), ends("sp_today", TODAY), ends("sp_no", "2099-04-02")];
  const ended = async (at: string) => {
    const proposal = await look(lastDays, governance, Date.parse(at), { inventory });
    return "actions" in proposal ? proposal.actions : [];
  };

  it("is deleted after its last day in the settings' time zone", async () => {
    expect(await ended("2099-04-01T22:30:00.000Z")).toMatchObject([
      {
        summary: "Delete the session policy SP_PAST.",
        effects: [{ operation: "deleteSessionPolicy" }],
        leaves: [{ kind: "session_policy", key: "sp_past", data: null }],
      },
      { summary: "Delete the session policy SP_TODAY." },
    ]);
    expect(await ended("2099-04-01T21:30:00.000Z")).toMatchObject([{ target: "session policy sp_past" }]);
  });
});

describe("a connector ownership with a last day", async () => {
  const governance = (await tenantAt("connector-owners-end.example.com")).client();
  const { settings } = makeContext(governance);
  const looked = (
    owned: readonly Ownership[],
    rejected: readonly string[] = [],
    own = readSettings(settings, "last-day-tasks"),
  ) => {
    const inventory = owned.map((one) => putEntry("ownership", one));
    return look(lastDayTasks, governance, Date.parse("2099-04-01T04:15:00Z"), { inventory, rejected, own });
  };

  it("becomes a manual task with the owner as a beneficiary, and leaves the inventory once the task is done", async () => {
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

  it("does not become a task before the last day has passed, or while a rejection is recent", async () => {
    const target = "connector app_github/con_github_mcp owner owner usr_ada_marsh";
    const ignore = "no person has to end an entry today";
    expect(await looked([connectorOwner({ until: YESTERDAY })], [target])).toMatchObject({ ignore });
    expect(await looked([connectorOwner({ until: TODAY }), connectorOwner()])).toMatchObject({ ignore });
  });

  it("becomes a task for the people in the settings", async () => {
    const named = { ...readSettings(settings, "last-day-tasks"), assignees: ["gita.lund@example.com"] };
    const proposal = await looked([connectorOwner({ until: YESTERDAY })], [], named);
    expect(proposal).toMatchObject({ actions: [{ followUp: { assignees: named.assignees } }] });
    // A plan for other people must have another hash.
    expect(proposal).toMatchObject({ actions: [{ input: { assignees: named.assignees } }] });
  });
});
