import { describe, expect, it } from "vitest";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const microsoftGraph = describeVendor("microsoft-graph");

const secret = microsoftGraph.sender.localSecret;
const ADA = "2f1c7b64-0b7e-4a35-9d52-6c1f3e5c9118";
const SUBSCRIPTION = "e3898f08-5cd0-4a6a-80fc-6addbfb73b7b";

describe("the client state", () => {
  const verify = async (body: unknown, secrets: [string, ...string[]] = [secret]) =>
    microsoftGraph.verify(
      { ...(await dressed(microsoftGraph.sender, "{}")), body: bytes([JSON.stringify(body)]) },
      secrets,
      NOW,
    );
  const right = { clientState: secret };

  it("has to fit in every notification", async () => {
    expect(await verify({ value: [right, right] })).toMatchObject({ ok: true });
    for (const wrong of [{ clientState: "another" }, { clientState: "" }, { clientState: `${secret} ` }])
      for (const value of [[wrong], [right, wrong], [wrong, right]])
        expect(await verify({ value })).toEqual({ ok: false, reason: { check: "secret_mismatch" } });
  });

  it.for<[string, unknown]>([
    ["no notification", { value: [] }],
    ["a notification without it", { value: [right, {}] }],
    ["it as a number", { value: [{ clientState: 7 }] }],
    ["it as a list", { value: [{ clientState: [secret] }] }],
    ["a notification that is none", { value: [right, null] }],
    ["it beside the notifications", { clientState: secret, value: [{}] }],
    ["it on a prototype", { value: [{ ["__proto__"]: right }] }],
    ["no list", { value: right }],
    ["nothing", null],
  ])("is missed in a delivery with %s", async ([, body]) => {
    expect(await verify(body)).toEqual({ ok: false, reason: { check: "secret_missing" } });
  });

  it("may be the retiring one in some subscriptions, and then that is told", async () => {
    const value = [right, { clientState: "the one before this one" }];
    expect(await verify({ value }, [secret, "the one before this one"])).toMatchObject({
      ok: true,
      value: { secret: 1, signed: null },
    });
  });

  it("is not kept", async () => {
    for (const name of ["updated", "several", "lifecycle"])
      for (const { payload } of await microsoftGraph.said(name))
        expect(payload).not.toMatch(/clientState|local-microsoft/);
  });
});

describe("the check of the address", () => {
  const ask = (query: string, method = "POST") =>
    microsoftGraph.handshake?.({
      method,
      url: new URL(`https://reeve.example.com/hooks/microsoft-graph${query}`),
      headers: new Headers({ "content-type": "text/plain; charset=utf-8" }),
      body: bytes([""]),
    });

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

describe("what Graph says", () => {
  it("is a change of a user, who may have come or gone", async () => {
    expect(await microsoftGraph.event("updated")).toEqual({
      type: "worker.changed",
      mayBe: ["worker.hired", "worker.terminated", "worker.returned"],
      subject: `entra:${ADA}`,
      occurredAt: "2026-06-15T08:00:00.123Z",
      worker: { system: "entra", id: ADA, fields: { tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95" } },
    });
  });

  it("is several things in one delivery; what is no user means nothing", async () => {
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

  it("is, about the subscription itself, for the operator", async () => {
    const reasons = (await microsoftGraph.said("lifecycle")).map(({ event }) => event);
    const about = `Microsoft Graph's subscription ${SUBSCRIPTION}`;
    expect(reasons).toEqual([
      { ignored: `${about} is about to lapse: reauthorize or renew it, or changes stop coming in` },
      { ignored: `${about} was removed: create it again; no changes come in until then` },
      { ignored: `${about} has missed changes: compare its users with those in governance` },
    ]);
  });

  const change = async (edit: (notification: Record<string, unknown>) => void, now = NOW) => {
    const delivery = microsoftGraph.json("updated");
    edit(delivery.value[0]);
    const parsed = microsoftGraph.parse(await dressed(microsoftGraph.sender, JSON.stringify(delivery)), now);
    return parsed.ok ? parsed.value[0] : undefined;
  };

  it.for([
    ["a message of a user", { resource: `Users/${ADA}/Messages/1` }],
    ["all users", { resource: "users" }],
    ["nothing", { resource: null }],
    ["an unknown change", { changeType: "renamed" }],
    ["an unknown word of the subscription", { lifecycleEvent: "paused" }],
  ] as const)("means nothing here where it is about %s", async ([, members]) => {
    expect(await change((notification) => Object.assign(notification, members))).toMatchObject({
      event: { ignored: expect.stringContaining("Microsoft Graph's") },
    });
  });

  it("is about whom the address names, where the data does not", async () => {
    expect(
      await change((one) => Object.assign(one, { resource: "/users/42", resourceData: null })),
    ).toMatchObject({ event: { subject: "entra:42" } });
  });

  describe("is known by", () => {
    const data = (members: object) => (notification: Record<string, unknown>) =>
      Object.assign(notification, { resourceData: { id: ADA, ...members } });
    const known = `${SUBSCRIPTION} ${ADA}`;

    it.for([
      ["an etag", { "@odata.etag": 'W/"1"', sequenceNumber: 2 }, 'W/"1"'],
      ["a sequence number", { sequenceNumber: 2, eventTime: "2026-06-15T08:00:00Z" }, "2"],
      ["a time", { eventTime: "2026-06-15T08:00:00Z" }, "2026-06-15T08:00:00Z"],
      ["the quarter of an hour", {}, "2026-06-15T08:00:00.000Z"],
    ] as const)("%s, with subscription, user and change", async ([, members, version]) => {
      expect(await change(data(members))).toMatchObject({ id: `${known} ${version} updated` });
    });

    it("its own id before the quarter of an hour", async () => {
      const withId = (one: Record<string, unknown>) =>
        Object.assign(one, { id: "n-1", resourceData: { id: ADA } });
      expect(await change(withId)).toMatchObject({ id: `${known} n-1 updated` });
    });

    it("another quarter of an hour, as another change", async () => {
      const [now, later] = await Promise.all([change(data({})), change(data({}), NOW + 15 * 60_000)]);
      expect(now?.id).not.toBe(later?.id);
    });
  });
});
