import { describe, expect, it } from "vitest";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const okta = describeVendor("okta");

const secret = okta.sender.localSecret;

describe("the secret", () => {
  const verify = async (headers: Record<string, string>) =>
    okta.verify({ ...(await dressed(okta.sender, "{}")), headers: new Headers(headers) }, [secret], NOW);

  it("is the header as it is, or a bearer token", async () => {
    expect(await verify({ authorization: secret })).toMatchObject({ ok: true });
    expect(await verify({ authorization: `Bearer ${secret}` })).toMatchObject({ ok: true });
  });

  it.for<[string, Record<string, string>, string]>([
    ["a password", { authorization: `Basic ${btoa(`okta:${secret}`)}` }, "secret_mismatch"],
    ["another header", { "x-reeve-secret": secret }, "secret_missing"],
    ["the challenge", { "x-okta-verification-challenge": secret }, "secret_missing"],
  ])("is not taken as %s", async ([, headers, check]) => {
    expect(await verify(headers)).toEqual({ ok: false, reason: { check } });
  });
});

describe("the check of the address", () => {
  const ask = async (method: string, challenge?: string) =>
    okta.handshake?.({
      ...(await dressed(okta.sender, "")),
      method,
      headers: new Headers(challenge === undefined ? {} : { "x-okta-verification-challenge": challenge }),
    });

  it("is answered with its challenge, as JSON", async () => {
    expect(await ask("GET", '"}<script>')).toEqual({
      status: 200,
      headers: { "content-type": "application/json", "x-content-type-options": "nosniff" },
      body: '{"verification":"\\"}<script>"}',
    });
  });

  it("is a GET with a challenge, and nothing else is", async () => {
    expect(await ask("GET")).toBeNull();
    expect(await ask("POST", "challenge")).toBeNull();
  });
});

describe("what Okta says", () => {
  it("is a hire, by whoever made the account", async () => {
    expect(await okta.event("user.lifecycle.create")).toEqual({
      type: "worker.hired",
      subject: "okta:00uada0marsh0aJ0g7",
      occurredAt: "2026-06-15T08:00:00.123Z",
      actor: { id: "00ugita0lund0aJ0g7", name: "Gita Lund", email: "gita.lund@example.com" },
      worker: {
        system: "okta",
        id: "00uada0marsh0aJ0g7",
        name: "Ada Marsh",
        email: "ada.marsh@example.com",
        fields: {},
      },
    });
  });

  it("is a termination, and Okta itself is nobody", async () => {
    const event = await okta.event("user.lifecycle.deactivate");
    expect(event).toMatchObject({ type: "worker.terminated", worker: { email: "ada.marsh@example.com" } });
    expect(event).not.toHaveProperty("actor");
  });

  it("has no email where the login is none", async () => {
    const body = okta.body("user.lifecycle.deactivate").replace("ada.marsh@example.com", "amarsh");
    const parsed = await okta.read(body);
    expect(parsed).toMatchObject({ value: [{ event: { worker: { name: "Ada Marsh" } } }] });
    expect(parsed).not.toHaveProperty("value.0.event.worker.email");
  });

  it("is a change of attributes, by our names", async () => {
    expect(await okta.event("user.account.update_profile")).toMatchObject({
      type: "worker.changed",
      changed: ["department", "jobTitle", "manager"],
    });
  });

  it("is a change of groups, with the group", async () => {
    expect(await okta.event("group.user_membership.add")).toMatchObject({
      type: "worker.changed",
      changed: ["groups"],
      subject: "okta:00uada0marsh0aJ0g7",
      worker: { fields: { groupAdded: "MCP owners" } },
    });
  });

  it("is several things in one delivery, each by its own id and with its own payload", async () => {
    const several = await okta.said("several");
    expect(several).toMatchObject([
      {
        id: "11111111-aaaa-4aaa-8aaa-000000000001",
        event: { type: "worker.changed", changed: ["status"], mayBe: ["worker.hired", "worker.returned"] },
      },
      {
        id: "11111111-aaaa-4aaa-8aaa-000000000002",
        event: { ignored: "Okta's event user.session.start is not about a change of a user" },
      },
      {
        id: "11111111-aaaa-4aaa-8aaa-000000000003",
        event: { ignored: "Okta's event user.lifecycle.deactivate ended as FAILURE" },
      },
      {
        id: "11111111-aaaa-4aaa-8aaa-000000000004",
        event: { type: "worker.changed", worker: { fields: { groupRemoved: "MCP owners" } } },
      },
    ]);
    expect(several.map(({ payload }) => JSON.parse(payload).uuid)).toEqual(several.map(({ id }) => id));
  });

  const change = async (edit: (event: Record<string, unknown>) => void) => {
    const hook = okta.json("user.account.update_profile");
    edit(hook.data.events[0]);
    return okta.read(hook);
  };

  it.for(["user.lifecycle.suspend", "user.lifecycle.unsuspend", "user.lifecycle.reactivate"])(
    "is a change of status as %s",
    async (eventType) => {
      expect(await change((event) => Object.assign(event, { eventType }))).toMatchObject({
        value: [{ event: { type: "worker.changed", changed: ["status"] } }],
      });
    },
  );

  it.for(["user.lifecycle.delete.initiated", "user.lifecycle.delete.completed"])(
    "is a termination as %s",
    async (eventType) => {
      expect(await change((event) => Object.assign(event, { eventType }))).toMatchObject({
        value: [{ event: { type: "worker.terminated" } }],
      });
    },
  );

  it("does not say what changed where Okta does not, and can be of nobody", async () => {
    const quiet = await change((event) => delete event["debugContext"]);
    expect(quiet).toMatchObject({ value: [{ event: { type: "worker.changed" } }] });
    expect(quiet).not.toHaveProperty("value.0.event.changed");
    expect(await change((event) => Object.assign(event, { target: null }))).toMatchObject({
      value: [{ event: { ignored: "Okta's event user.account.update_profile names no user" } }],
    });
    expect(await change((event) => delete event["outcome"])).toMatchObject({
      value: [{ event: { ignored: "Okta's event user.account.update_profile ended as unknown" } }],
    });
  });

  it("can't be read where an event has no id, and what is wrong is named", async () => {
    expect(await change((event) => delete event["uuid"])).toMatchObject({
      reason: { detail: expect.stringMatching(/^data\.events\.0\.uuid:/) },
    });
  });
});
