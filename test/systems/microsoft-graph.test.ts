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
    ["fit in every notification", [right, right], [secret], 0],
    ["be the retiring one in some", [right, { clientState: before }], [secret, before], 1],
  ])("may %s, and then which is told", async ([, value, secrets, nth]) => {
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
    ["no notification", posted({ value: [] }), "secret_missing"],
    ["a notification without it", posted({ value: [right, {}] }), "secret_missing"],
    ["it as a number", posted({ value: [{ clientState: 7 }] }), "secret_missing"],
    ["it as a list", posted({ value: [{ clientState: [secret] }] }), "secret_missing"],
    ["a notification that is none", posted({ value: [right, null] }), "secret_missing"],
    ["it beside the notifications", posted({ clientState: secret, value: [{}] }), "secret_missing"],
    ["it on a prototype", posted({ value: [{ ["__proto__"]: right }] }), "secret_missing"],
    ["no list", posted({ value: right }), "secret_missing"],
    ["nothing", posted(null), "secret_missing"],
  ]);

  it("is not kept", async () => {
    for (const name of ["updated", "several", "lifecycle"])
      for (const { payload } of await microsoftGraph.said(name))
        expect(payload).not.toMatch(/clientState|local-microsoft/);
  });
});

describe("the check of the address", () => {
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

  it("is a POST with a token, and nothing else is", () => {
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
    "a change of a user, who may have come or gone",
    "updated",
    {
      type: "worker.changed",
      mayBe: ["worker.hired", "worker.terminated", "worker.returned"],
      subject: `entra:${ADA}`,
      occurredAt: "2026-06-15T08:00:00.123Z",
      worker: { system: "entra", id: ADA, fields: { tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95" } },
    },
    { whole: true },
  ],
  [
    "whom the address names, where the data does not",
    updated({ resource: "/users/42", resourceData: null }),
    { subject: "entra:42" },
  ],
  ["an etag", versioned({ "@odata.etag": 'W/"1"', sequenceNumber: 2 }), {}, known('W/"1"')],
  ["a sequence number", versioned({ sequenceNumber: 2, eventTime }), {}, known("2")],
  ["a time", versioned({ eventTime }), {}, known(eventTime)],
  ["the quarter of an hour", versioned({}), {}, known("2026-06-15T08:00:00.000Z")],
  [
    "another quarter of an hour, as another change",
    versioned({}),
    {},
    { now: NOW + 15 * 60_000, ...known("2026-06-15T08:15:00.000Z") },
  ],
  ["its own id before the quarter of an hour", versioned({}, { id: "n-1" }), {}, known("n-1")],
]);

it("reads several things in one delivery, and nothing in what is no user", async () => {
  const several = await microsoftGraph.said("several");
  expect(several).toMatchObject([
    { event: { type: "worker.hired" } },
    { event: { type: "worker.terminated" } },
    { event: { type: "worker.changed" } },
    {
      event: {
        ignored: "Microsoft Graph's resource Groups/0d4e8f2a-6b1c-4d3e-9f5a-7c8b9a0d1e2f is not a user",
      },
    },
  ]);
  expect(new Set(several.map(({ id }) => id)).size).toBe(several.length);
});

it("tells the operator what is said about the subscription itself", async () => {
  const reasons = (await microsoftGraph.said("lifecycle")).map(({ event }) => event);
  const about = `Microsoft Graph's subscription ${SUBSCRIPTION}`;
  expect(reasons).toEqual([
    { ignored: `${about} is about to lapse: reauthorize or renew it, or changes stop coming in` },
    { ignored: `${about} was removed: create it again; no changes come in until then` },
    { ignored: `${about} has missed changes: compare its users with those in governance` },
  ]);
});

it.for([
  ["a message of a user", { resource: `Users/${ADA}/Messages/1` }],
  ["all users", { resource: "users" }],
  ["nothing", { resource: null }],
  ["an empty resource", { resource: "" }],
  ["an unknown change", { changeType: "renamed" }],
  ["an unknown word of the subscription", { lifecycleEvent: "paused" }],
] as const)("reads nothing about %s", async ([, members]) => {
  expect(await microsoftGraph.said(updated(members))).toMatchObject([
    { event: { ignored: expect.stringContaining("Microsoft Graph's") } },
  ]);
});
