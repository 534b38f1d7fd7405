import { describe, expect, it } from "vitest";
import { networkOf } from "../../src/base/network.ts";
import { auditFacts } from "../../src/governance/audit-event.ts";

describe("an audit event, of which the API documents no member", () => {
  it("is read as the embedded tenant has it", () => {
    expect(
      auditFacts({
        id: "1",
        eventType: "SECRET_VIEWED",
        actorUserId: "usr_ada_marsh",
        actorEmail: "Ada.Marsh@example.com",
        clientIp: "2001:0db8:0:42:0:0:0:7",
        createdAt: "2026-05-31T22:00:00.000Z",
      }),
    ).toEqual({
      at: Date.UTC(2026, 4, 31, 22),
      actor: "ada.marsh@example.com",
      address: "2001:db8:0:42::/64",
      action: "SECRET_VIEWED",
    });
  });

  it.each([
    [
      {
        occurredAt: "2026-05-31T22:00:00Z",
        actor: { email: "ada@example.com" },
        ip: "192.0.2.1",
        action: "secret.view",
      },
    ],
    [
      {
        when: "2026-05-31T22:00:00Z",
        user: { id: "u", email: "ada@example.com" },
        sourceIp: " 192.0.2.1 ",
        type: "secret.view",
      },
    ],
  ])("is read by other names: %j", (event) => {
    expect(auditFacts(event)).toEqual({
      at: Date.UTC(2026, 4, 31, 22),
      actor: "ada@example.com",
      address: "192.0.2.1",
      action: "secret.view",
    });
  });

  it.each([
    {},
    { actor: { email: { email: "x" } }, clientIp: 7, createdAt: "yesterday", eventType: ["a"] },
    { actorEmail: "correct horse battery staple", clientIp: "the office", eventType: "password: hunter2" },
    {
      actorEmail: `${"a".repeat(90)}`,
      clientIp: "999.1.1.1",
      eventType: "<script>",
      createdAt: "2026-99-99T00:00:00Z",
    },
  ])("is taken for nothing that it is not: %j", (event) => {
    expect(auditFacts(event)).toEqual({ at: null, actor: null, address: null, action: null });
  });
});

describe("the network of an address", () => {
  it.each([
    ["192.0.2.10", "192.0.2.10"],
    ["2001:db8::1", "2001:db8::/64"],
    ["2001:DB8:0:0:ffff::1", "2001:db8::/64"],
    ["2001:db8:0:42::7", "2001:db8:0:42::/64"],
    ["::1", "::/64"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
    ["::ffff:192.0.2.10", "192.0.2.10"],
  ])("%s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each(["", "example.com", "192.0.2.256", "192.0.2.1:443", "fe80::1%eth0", "::1]/?", "12345::", "1:2:3"])(
    "%s is no address",
    (text) => {
      expect(networkOf(text)).toBeNull();
    },
  );
});
