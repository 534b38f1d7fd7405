// Requests for access that ends: a last day or a number of days, the maximum, and the end before the last day.
import { beforeAll, describe, expect, it } from "vitest";
import type { PlannedAction } from "../../src/actions/action.ts";
import { addConnectorOwner } from "../../src/actions/connector-owner.ts";
import { consequences, requests } from "../../src/actions/index.ts";
import { type Ownership, ownershipKey, putEntry } from "../../src/actions/inventory.ts";
import { requestedAction } from "../../src/automations/platform/requested-action.ts";
import type { Context } from "../../src/kit/automation.ts";
import type { RequestEvent } from "../../src/systems/event.ts";
import { type TestTenant, tenantAt } from "../governance/tenant.ts";
import { connectorOwner } from "./owned.ts";
import { makeContext } from "./support/context.ts";
import { makeHistory } from "./support/proposed.ts";

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await tenantAt("ends.example.com");
});

const ADD = "connector-owner.add";
const owner = { user: "ada.marsh@example.com", connector: "GitHub MCP" };

/** Plans a request that was made at noon on 1 April 2099 in Berlin. */
function plan(
  last: object,
  { maxDays = {}, ...change }: Partial<Context> & { readonly maxDays?: object } = {},
) {
  const usual = makeContext(tenant.client());
  const settings = { ...usual.settings, maxDays: maxDays as Record<string, number> };
  const at = Date.parse("2099-04-01T10:00:00Z");
  const context = { ...usual, settings, since: at, now: at, requester: "gita.lund@example.com", ...change };
  return requests.get(ADD)?.plan({ ...owner, ...last }, context);
}

describe("a request for access that ends", () => {
  it.for([
    ["a last day", { until: "2099-05-01" }, "2099-05-01"],
    ["a number of days after the day of the request", { days: 30 }, "2099-05-01"],
    ["a number of days as text, as in a ticket or form", { days: " 30".trim() }, "2099-05-01"],
    ["a single day", { days: 1 }, "2099-04-02"],
    ["a number of days from its first day on", { from: "2099-10-20", days: 14 }, "2099-11-02"],
  ] as const)("can have %s", async ([, last, until]) => {
    const planned = await plan(last);
    expect(planned).toMatchObject({
      input: { until },
      leaves: [{ data: { until, requester: "gita.lund@example.com" } }],
    });
    expect(planned?.input).not.toHaveProperty("days");
    expect(consequences(addConnectorOwner(planned?.input as never)).words).toContain(
      "Affects Ada Marsh (usr_ada_marsh). After the last day, a person is asked to end it.",
    );
  });

  it("keeps its last day and its hash when it is planned again days later, also after a change to summer time", async () => {
    const later = { now: Date.parse("2099-04-03T10:00:00Z") };
    expect(await plan({ days: 30 }, later)).toEqual(await plan({ days: 30 }));
    const march = { since: Date.parse("2099-03-28T22:30:00Z"), now: Date.parse("2099-03-29T22:30:00Z") };
    expect(await plan({ days: 2 }, march)).toMatchObject({ input: { until: "2099-03-30" } });
  });

  it.for<[object, string]>([
    [{ until: "2099-03-31" }, "until: 2099-03-31 is past; today is 2099-04-01."],
    [{ until: "soon" }, "until: a day is written as YYYY-MM-DD"],
    ...[0, -3, 10_000, 1.5, "30 days", "P30D"].map((days): [object, string] => [
      { days },
      "days must be a number of days from 1 to 3650, such as 30",
    ]),
    [{ days: 30, until: "2099-05-01" }, "days: give either days or a last day (until), not both"],
  ])("is rejected with %j", async ([last, message]) => {
    await expect(plan(last)).rejects.toMatchObject({
      code: "request_unclear",
      message: expect.stringContaining(message),
    });
  });

  it("that is approved after its last day is rejected", async () => {
    const late = { now: Date.parse("2099-04-04T10:00:00Z") };
    await expect(plan({ days: 2 }, late)).rejects.toThrow("until: 2099-04-03 is past; today is 2099-04-04.");
  });
});

describe("settings.maxDays", () => {
  const bounded = { maxDays: { [ADD]: 90 } };
  const message =
    "connector-owner.add needs an end at most 90 days after the request (settings.maxDays): a last day (until) that is not later than 2099-06-30.";

  it("allows an end up to that many days after the request", async () => {
    expect(await plan({ days: 90 }, bounded)).toMatchObject({ input: { until: "2099-06-30" } });
    expect(await plan({ from: "2099-06-01", until: "2099-06-30" }, bounded)).toBeDefined();
    expect(await plan({}, { maxDays: { "session-policy.end-on": 1, constructor: 1 } })).toBeDefined();
  });

  it.for([[{ days: 91 }], [{ until: "2099-07-01" }], [{}], [{ from: "2099-06-01", days: 31 }]])(
    "rejects a request with %j",
    async ([last = {}]) => {
      await expect(plan(last, bounded)).rejects.toMatchObject({ code: "request_unclear", message });
    },
  );

  it("rejects a request to undo the end of such access, because the access would have no end again", async () => {
    const end = await propose({ kind: "ownership", key: ownershipKey(connectorOwner()) });
    const [ended] = "actions" in end ? end.actions : [];
    const context = { maxDays: { [ADD]: 90 }, applied: ended ? [ended] : [] };
    await expect(propose({ run: "run_1", steps: [0] }, context)).rejects.toThrow(message.slice(0, 60));
  });
});

interface Recorded {
  readonly applied?: readonly PlannedAction[];
  readonly maxDays?: Record<string, number>;
  readonly owned?: readonly Ownership[];
}

/** Returns the proposal for a request to undo something, made at noon on 1 April 2099 in Berlin. */
async function propose(
  input: object,
  { applied = [], maxDays = {}, owned = [connectorOwner({ until: "2099-05-01" })] }: Recorded = {},
) {
  const usual = makeContext(tenant.client());
  const history = await makeHistory(owned.map((one) => putEntry("ownership", one)));
  const request: RequestEvent["request"] = { action: "undo", input, requester: { email: owner.user } };
  const event = { type: "request.made", subject: "undo:1", actor: { email: owner.user }, request } as const;
  return requestedAction.propose(event, {
    ...usual,
    settings: { ...usual.settings, maxDays },
    history: { ...history, applied: async () => applied },
  });
}

describe("a request to end access before its last day", () => {
  const at = { kind: "ownership", key: ownershipKey(connectorOwner()) };

  it("is planned like the end after the last day, which becomes the day of the request", async () => {
    expect(await propose(at)).toMatchObject({
      actions: [
        {
          action: "connector-owner.end-by-hand",
          summary:
            "Manual task without an API call: remove Ada Marsh as owner of the connector GitHub MCP (app GitHub). The last day was 1 Apr 2099.",
          leaves: [{ kind: "ownership", key: at.key, data: null }],
        },
      ],
    });
  });

  it("has nothing to do if the access has ended already", async () => {
    expect(await propose(at, { owned: [] })).toEqual({ ignore: "it has ended already" });
  });
});
