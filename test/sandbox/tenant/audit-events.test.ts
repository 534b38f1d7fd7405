import { describe, expect, it } from "vitest";
import { searchAuditEvents } from "../../../src/governance/contract/audit-events.ts";
import { AUDIT_EVENTS } from "../../../src/sandbox/tenant/seed/index.ts";
import { samples } from "../../../src/sandbox/tenant/seed/samples.ts";
import { accepted, invalid, refusal, tenantAt } from "./client.ts";
import { allPages } from "./pages.ts";

const { users, vaults } = samples;
type SeedAuditEvent = (typeof AUDIT_EVENTS)[number];
const readVault = ({ resources: [vault] }: SeedAuditEvent) => vault.uid;
/** The seed's events, newest first, like the results of a search. */
const newestFirst = AUDIT_EVENTS.toReversed();

const tenant = await tenantAt("audit-events.tenant.example");

const call = (body: object) => tenant.call("POST", "/api/v1/search/secrets-admin/audit_events", body);
const search = async (body: object) => {
  const { list, nextPageToken } = accepted(searchAuditEvents, await call(body));
  return { list: list as unknown as SeedAuditEvent[], nextPageToken };
};
const everything = async (body: object) =>
  (await allPages((pageToken) => search({ pageSize: 100, ...body, ...(pageToken && { pageToken }) }))).flat();

it("a search without a filter lists all audit events of 90 days, newest first", async () => {
  const events = await everything({});
  expect(events).toEqual(newestFirst);
  expect(events.length).toBeGreaterThanOrEqual(500);
  const times = events.map(({ time }) => time);
  expect((Math.max(...times) - Math.min(...times)) / 86_400_000).toBeGreaterThan(85);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

describe("a filter of audit events", () => {
  const ada = users.ada;
  it.each<[string, object, (event: SeedAuditEvent) => boolean]>([
    ["the vault", { vaultId: vaults.finance.id }, (e) => readVault(e) === vaults.finance.id],
    ["the actor's user id", { actorUserId: ada.id }, (e) => e.actor.user.uid === ada.id],
    ["the actor's email", { actorEmail: ada.email }, (e) => e.actor.user.email_addr === ada.email],
    [
      "the actor's email in another case",
      { actorEmail: "ADA.Marsh@Example.com" },
      (e) => e.actor.user.uid === ada.id,
    ],
    ["a part of the actor's email", { actorEmail: "marsh@exam" }, (e) => e.actor.user.uid === ada.id],
    ["the IPv4 address", { clientIp: "192.0.2.10" }, (e) => e.src_endpoint.ip === "192.0.2.10"],
    ["the IPv6 address", { clientIp: "2001:db8::1" }, (e) => e.src_endpoint.ip === "2001:db8::1"],
    [
      "the IPv6 address in full",
      { clientIp: "2001:0DB8:0:0:0:0:0:1" },
      (e) => e.src_endpoint.ip === "2001:db8::1",
    ],
    [
      "all properties together",
      { vaultId: vaults.people.id, actorUserId: ada.id, actorEmail: ada.email, clientIp: "2001:db8:0:42::7" },
      (e) =>
        readVault(e) === vaults.people.id &&
        e.actor.user.uid === ada.id &&
        e.src_endpoint.ip === "2001:db8:0:42::7",
    ],
  ])("finds events by %s", async (_, body, wanted) => {
    const expected = newestFirst.filter(wanted);
    expect(expected.length).toBeGreaterThan(0);
    expect(await everything(body)).toEqual(expected);
  });

  it.each([
    [{ vaultId: "vlt_none" }],
    [{ actorUserId: ada.id, actorEmail: users.gita.email }],
    [{ clientIp: "192.0.2.1" }],
    [{ clientIp: "not an address" }],
  ])("finds nothing if no event matches: %j", async (body) => {
    expect(await search(body)).toEqual({ list: [], nextPageToken: "" });
  });

  it("ignores an empty email or address", async () => {
    expect(await everything({ actorEmail: "", clientIp: "" })).toHaveLength(AUDIT_EVENTS.length);
  });

  it.each([
    [{ vaultId: 7 }, "vaultId"],
    [{ actorEmail: ["x"] }, "actorEmail"],
    [{ actorUserId: "" }, "actorUserId"],
    [{ clientIp: "1".repeat(513) }, "clientIp"],
  ])("rejects an invalid value: %j", async (body, field) => {
    expect(refusal(await call(body))).toEqual(invalid(field));
  });
});
