// Tests the parser of OCSF audit events.
import { describe, expect, it } from "vitest";
import { parseVaultEvent } from "../../src/governance/vault-event.ts";
import { AUDIT_EVENTS } from "../../src/sandbox/tenant/seed/index.ts";

describe("an audit event of paper secrets", () => {
  it("is parsed according to OCSF", () => {
    expect(
      parseVaultEvent({
        time: Date.UTC(2026, 4, 31, 22),
        activity_name: "Read",
        metadata: { uid: "1", version: "1.3.0" },
        actor: { user: { uid: "usr_ada_marsh", email_addr: "Ada.Marsh@example.com" } },
        src_endpoint: { ip: "2001:0db8:0:42:0:0:0:7" },
      }),
    ).toEqual({
      at: Date.UTC(2026, 4, 31, 22),
      person: "ada.marsh@example.com",
      address: "2001:db8:0:42::/64",
      activity: "Read",
      id: "1",
    });
    expect(parseVaultEvent({ actor: { user: { uid: "usr_sync" } } })).toMatchObject({ person: "usr_sync" });
  });

  it("is complete in the sample tenant", () => {
    for (const event of AUDIT_EVENTS)
      expect(Object.values(parseVaultEvent({ ...event }))).not.toContain(null);
  });

  it.each([
    {},
    { time: "yesterday", actor: "ada", src_endpoint: { ip: "the office" }, activity_name: 7, metadata: [] },
    { time: 8_640_000_000_000_001 },
    { time: -1, actor: { user: { email_addr: { email: "x" } } }, src_endpoint: null, activity_name: "" },
    { time: 1.5, actor: { user: [] }, src_endpoint: { ip: ["192.0.2.1"] }, activity_name: "x".repeat(201) },
  ])("of an undocumented shape is parsed to null values: %j", (event) => {
    expect(parseVaultEvent(event)).toEqual({
      at: null,
      person: null,
      address: null,
      activity: null,
      id: null,
    });
  });
});

describe("the network of the address", () => {
  const readNetwork = (ip: string) => parseVaultEvent({ src_endpoint: { ip } }).address;

  it.each([
    ["192.0.2.10", "192.0.2.10"],
    ["2001:db8::1", "2001:db8::/64"],
    ["2001:DB8:0:0:ffff::1", "2001:db8::/64"],
    ["2001:db8:0:42::7", "2001:db8:0:42::/64"],
    ["::1", "::/64"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
    ["::ffff:192.0.2.10", "192.0.2.10"],
  ])("%s is %s", (address, network) => {
    expect(readNetwork(address)).toBe(network);
  });

  it.each(["", "example.com", "192.0.2.256", "192.0.2.1:443", "fe80::1%eth0", "::1]/?", "12345::", "1:2:3"])(
    "%j is null",
    (text) => {
      expect(readNetwork(text)).toBeNull();
    },
  );
});
