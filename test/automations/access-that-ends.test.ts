// Requests for access that ends: a last day or a number of days, the maximum, and the end before the last day.
import { describe, expect, it } from "vitest";
import type { PlannedAction } from "../../src/actions/action.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { consequences, requests } from "../../src/actions/index.ts";
import { ownershipKey, putEntry } from "../../src/actions/inventory.ts";
import { requireEnding } from "../../src/actions/names.ts";
import { requestedAction } from "../../src/automations/platform/requested-action.ts";
import type { Context } from "../../src/kit/automation.ts";
import { tenantAt } from "../governance/tenant.ts";
import { connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { makeHistory } from "./support/proposed.ts";

const tenant = await tenantAt("ends.example.com");

const ADD = "connector-owner.add";
const [ADA, GITA] = ["ada.marsh@example.com", "gita.lund@example.com"] as const;
const owner = { user: ADA, connector: "GitHub MCP" };

/** Returns the context of a request that was made at noon on 1 April 2099 in Berlin. */
function askedWith(maxDays: Record<string, number> = {}) {
  const usual = makeContext(tenant.client());
  const at = Date.parse("2099-04-01T10:00:00Z");
  return { ...usual, settings: { ...usual.settings, maxDays }, since: at, now: at, requester: GITA };
}
const plan = (last: object, maxDays?: Record<string, number>, change: Partial<Context> = {}) =>
  requests.get(ADD)?.plan({ ...owner, ...last }, { ...askedWith(maxDays), ...change });

describe("a request for access that ends", () => {
  it.for([
    ["a last day", { until: "2099-05-01" }, "2099-05-01"],
    ["a number of days after the day of the request", { days: 30 }, "2099-05-01"],
    ["a number of days as text, as in a ticket or form", { days: "30" }, "2099-05-01"],
    ["a single day", { days: 1 }, "2099-04-02"],
    ["a number of days counted from its first day", { from: "2099-10-20", days: 14 }, "2099-11-02"],
  ] as const)("can have %s", async ([, last, until]) => {
    const planned = await plan(last);
    expect(planned).toMatchObject({ input: { until }, leaves: [{ data: { until, requester: GITA } }] });
    expect(planned?.input).not.toHaveProperty("days");
    expect(consequences(addConnectorOwner(planned?.input as never)).words).toContain(
      "Affects Ada Marsh (usr_ada_marsh). After the last day, a person is asked to end the access.",
    );
  });

  it("keeps its last day when it is planned again days later, even across a change to summer time", async () => {
    const later = { now: Date.parse("2099-04-03T10:00:00Z") };
    expect(await plan({ days: 30 }, {}, later)).toEqual(await plan({ days: 30 }));
    const march = { since: Date.parse("2099-03-28T22:30:00Z"), now: Date.parse("2099-03-29T22:30:00Z") };
    expect(await plan({ days: 2 }, {}, march)).toMatchObject({ input: { until: "2099-03-30" } });
  });

  it.for<[last: object, message: string, now?: string]>([
    [{ until: "2099-03-31" }, "until: 2099-03-31 has passed; today is 2099-04-01."],
    [{ until: "soon" }, "until: write the day as YYYY-MM-DD"],
    [{ until: "2099-02-30" }, "until: there is no such day"],
    [{ until: "2100-01-01" }, "until: the last possible day is 2099-12-31"],
    [{ from: "2099-12-01", days: 90 }, "days: the last possible day is 2099-12-31"],
    [{ from: "9999-12-31" }, "from: the last possible day is 2099-12-31"],
    ...[0, -3, 10_000, 1.5, "30 days", "P30D"].map((days): [object, string] => [
      { days },
      "days must be a number of days from 1 to 3650, such as 30",
    ]),
    [{ days: 30, until: "2099-05-01" }, "days: give either days or a last day (until), not both"],
    // This request was approved too late.
    [{ days: 2 }, "until: 2099-04-03 has passed; today is 2099-04-04.", "2099-04-04T10:00:00Z"],
  ])("with the period %j is rejected: %s", async ([last, message, now]) => {
    const planned = plan(last, {}, now ? { now: Date.parse(now) } : {});
    await expect(planned).rejects.toThrow(expect.objectContaining({ code: "request_unclear" }));
    await expect(planned).rejects.toThrow(message);
  });
});

describe("settings.maxDays", () => {
  const bounded = { [ADD]: 90 };
  const message =
    "connector-owner.add needs an end at most 90 days after the request (settings.maxDays): give a last day (until) no later than 2099-06-30.";

  it("allows an end at most the given number of days after the request, and does not limit other actions", async () => {
    expect(await plan({ days: 90 }, bounded)).toMatchObject({ input: { until: "2099-06-30" } });
    expect(await plan({ from: "2099-06-01", until: "2099-06-30" }, bounded)).toBeDefined();
    expect(await plan({}, { "session-policy.end-on": 1, constructor: 1 })).toBeDefined();
  });

  it.for([[{ days: 91 }], [{ until: "2099-07-01" }], [{}], [{ from: "2099-06-01", days: 31 }]])(
    "of 90 days rejects a request with %j",
    async ([last = {}]) => {
      await expect(plan(last, bounded)).rejects.toMatchObject({ code: "request_unclear", message });
    },
  );

  it("rejects an action with several entries if one entry ends too late", () => {
    const ends = ["2099-06-30", "2099-07-01"];
    const leaves = ends.map((until) => putEntry("ownership", connectorOwner({ until })));
    expect(() => requireEnding({ action: ADD, leaves }, askedWith(bounded))).toThrow(message);
  });

  it("rejects a request to restore ended access, because the restored access would have no end", async () => {
    const end = await propose(AT);
    const context = { maxDays: bounded, applied: "actions" in end ? end.actions : [] };
    await expect(propose({ run: "run_1", steps: [0] }, context)).rejects.toThrow(message.slice(0, 60));
  });
});

const AT = { kind: "ownership", key: ownershipKey(connectorOwner()) };
const OWNED = [connectorOwner({ until: "2099-05-01" })];

/** Returns the proposal for a request to undo something. */
async function propose(
  input: object,
  { applied = [] as readonly PlannedAction[], maxDays = {}, owned = OWNED, at = 1 } = {},
) {
  const history = await makeHistory(
    owned.map((one) => putEntry("ownership", one)),
    1,
    at,
  );
  const request = { action: "undo", input, requester: { email: ADA } };
  const event = { type: "request.made", subject: "undo:1", actor: { email: ADA }, request } as const;
  const context = { ...askedWith(maxDays), history: { ...history, applied: async () => applied } };
  return requestedAction.propose(event, context);
}

describe("a request to end access", () => {
  it.for([
    ["the last day is still ahead", "2099-05-01", "The ownership ends now instead of on 1 May 2099."],
    ["there is no last day", undefined, "The ownership ends now."],
    ["the last day has passed", "2099-03-30", "The last day was 30 Mar 2099."],
  ])("becomes a task that states the end of the access if %s", async ([, until, ends]) => {
    const end = await propose(AT, { owned: [connectorOwner({ ...(until && { until }) })] });
    const remove = "remove Ada Marsh as owner of the connector GitHub MCP (app GitHub).";
    expect(end).toMatchObject({
      actions: [
        {
          action: "connector-owner.end-by-hand",
          summary: `Manual task without an API call: ${remove} ${ends}`,
          leaves: [{ ...AT, data: null }],
        },
      ],
    });
  });

  it("is ignored if the access was granted again after the request", async () => {
    const ignore = "a later request renewed the entry until 1 May 2099";
    expect(await propose(AT, { at: Date.parse("2099-04-01T10:00:01Z") })).toEqual({ ignore });
  });

  it("is ignored if the access has already ended", async () => {
    expect(await propose(AT, { owned: [] })).toEqual({ ignore: "the entry has already ended" });
  });
});
