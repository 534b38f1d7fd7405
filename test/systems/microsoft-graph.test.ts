import { describe, expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const microsoftGraph = describeVendor("microsoft-graph");

const secret = microsoftGraph.sender.localSecret;
const ADA = "2f1c7b64-0b7e-4a35-9d52-6c1f3e5c9118";
const SUBSCRIPTION = "e3898f08-5cd0-4a6a-80fc-6addbfb73b7b";

describe("the client state", () => {
  const posted = (body: unknown) => microsoftGraph.request({}, { body: JSON.stringify(body) });
  const right = { clientState: secret };
  const before = "the one before this one";

  it.for<[string, unknown, [string, ...string[]], number]>([
    ["matches in every notification", [right, right], [secret], 0],
    ["is the retiring secret in one notification", [right, { clientState: before }], [secret, before], 1],
  ])("is accepted if it %s, and the result shows which secret matched", async ([, value, secrets, nth]) => {
    expect(await microsoftGraph.verify(posted({ value }), secrets, NOW)).toMatchObject({
      ok: true,
      value: { secret: nth, signed: null },
    });
  });

  microsoftGraph.rejects([
    ...["another", "", `${secret} `].flatMap((clientState) => {
      const wrong = { clientState };
      return [[wrong], [right, wrong], [wrong, right]].map(
        (value) => [JSON.stringify(value), posted({ value }), "secret_mismatch"] as const,
      );
    }),
    ["an empty list of notifications", posted({ value: [] }), "secret_missing"],
    ["a notification without a client state", posted({ value: [right, {}] }), "secret_missing"],
    ["a client state that is a number", posted({ value: [{ clientState: 7 }] }), "secret_missing"],
    ["a client state that is a list", posted({ value: [{ clientState: [secret] }] }), "secret_missing"],
    ["a notification that is null", posted({ value: [right, null] }), "secret_missing"],
    [
      "a client state outside the notifications",
      posted({ clientState: secret, value: [{}] }),
      "secret_missing",
    ],
    ["a client state on a prototype", posted({ value: [{ ["__proto__"]: right }] }), "secret_missing"],
    ["notifications that are not a list", posted({ value: right }), "secret_missing"],
    ["a body that is null", posted(null), "secret_missing"],
  ]);

  it("is not stored", async () => {
    for (const name of ["updated", "several", "lifecycle"])
      for (const { payload } of await microsoftGraph.said(name))
        expect(payload).not.toMatch(/clientState|local-microsoft/);
  });
});

describe("Graph's verification of the address", () => {
  const ask = (query: string, method?: string) =>
    microsoftGraph.handshake?.(
      microsoftGraph.request({ "content-type": "text/plain; charset=utf-8" }, { body: "", method, query }),
    );

  it("is answered with its token, decoded once, as plain text", () => {
    const token = encodeURIComponent("Validation: <b>100%25</b> & more");
    expect(ask(`?validationToken=${token}`)).toEqual({
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
      body: "Validation: <b>100%25</b> & more",
    });
    expect(ask("?validationToken=Validation%3a+Testing+client")).toMatchObject({
      body: "Validation: Testing client",
    });
  });

  it("must be a POST with a token", () => {
    expect(ask("")).toBeNull();
    expect(ask("?validationToken=x", "GET")).toBeNull();
  });
});

const updated = (change: object) => {
  const delivery = microsoftGraph.json("updated");
  Object.assign(delivery.value[0], change);
  return delivery;
};
const versioned = (members: object, more: object = {}) =>
  updated({ resourceData: { id: ADA, ...members }, ...more });
const known = (version: string) => ({ id: `${SUBSCRIPTION} ${ADA} ${version} updated` });
const eventTime = "2026-06-15T08:00:00Z";

microsoftGraph.reads([
  [
    "the user in the address if the data contains none",
    updated({ resource: "/users/42", resourceData: null }),
    { subject: "entra:42" },
  ],
  ["an id with the etag", versioned({ "@odata.etag": 'W/"1"', sequenceNumber: 2 }), {}, known('W/"1"')],
  ["an id with the sequence number", versioned({ sequenceNumber: 2, eventTime }), {}, known("2")],
  ["an id with the time", versioned({ eventTime }), {}, known(eventTime)],
  ["an id with the quarter of an hour", versioned({}), {}, known("2026-06-15T08:00:00.000Z")],
  [
    "the next quarter of an hour as another change",
    versioned({}),
    {},
    { now: NOW + 15 * 60_000, ...known("2026-06-15T08:15:00.000Z") },
  ],
  [
    "an id with the notification's own id instead of the quarter of an hour",
    versioned({}, { id: "n-1" }),
    {},
    known("n-1"),
  ],
]);

it.for([
  ["a user's message", { resource: `Users/${ADA}/Messages/1` }],
  ["all users", { resource: "users" }],
  ["no resource", { resource: null }],
  ["an empty resource", { resource: "" }],
  ["an unknown change type", { changeType: "renamed" }],
  ["an unknown lifecycle event", { lifecycleEvent: "paused" }],
] as const)("a notification that names %s is ignored", async ([, members]) => {
  expect(await microsoftGraph.said(updated(members))).toMatchObject([
    { event: { ignored: expect.stringContaining("Microsoft Graph's") } },
  ]);
});
