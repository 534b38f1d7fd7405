import { describe, expect, it } from "vitest";
import { type InventoryChange, putEntry } from "../../src/actions/inventory.ts";
import { sessionPoliciesEnd } from "../../src/automations/session-policies-end.ts";
import { tenantAt } from "../governance/tenant.ts";
import { look } from "./support/proposed.ts";

const ends = (id: string, until: string) =>
  putEntry("session_policy", { policy: { id, name: id.toUpperCase() }, until });

describe("a session policy", async () => {
  const governance = (await tenantAt("policies-end.example.com")).client();
  const looked = (inventory: readonly InventoryChange[], at: string) =>
    look(sessionPoliciesEnd, governance, Date.parse(at), { inventory });
  // Berlin has summer time, so 2 April begins two hours earlier than in UTC.
  const changes = [
    ends("sp_past", "2099-03-01"),
    ends("sp_today", "2099-04-01"),
    ends("sp_no", "2099-04-02"),
  ];

  it("is deleted after its last day in the settings' time zone, or counts as deleted if it is missing", async () => {
    expect(await looked(changes, "2099-04-01T22:30:00.000Z")).toMatchObject({
      actions: [
        {
          summary: "Delete the session policy SP_PAST.",
          effects: [{ operation: "deleteSessionPolicy", missingIsSuccess: true }],
          leaves: [{ kind: "session_policy", key: "sp_past", data: null }],
        },
        { summary: "Delete the session policy SP_TODAY." },
      ],
      notice: {
        summary: "2 session policies past the last day are to be deleted.",
        lines: [{ name: "SP_PAST", detail: "until 2099-03-01" }, { name: "SP_TODAY" }],
      },
    });
  });

  it("stays until the end of its last day", async () => {
    const proposal = await looked(changes, "2099-04-01T21:30:00.000Z");
    expect("actions" in proposal && proposal.actions.map(({ target }) => target)).toEqual([
      "session policy sp_past",
    ]);
    expect(await looked([ends("sp_no", "2099-04-02")], "2099-04-01T22:30:00.000Z")).toMatchObject({
      ignore: "no session policy is past its last day",
    });
  });
});
