import { describe, expect, it } from "vitest";
import { credentialInUse, endsAt, formatEnd } from "../../../src/systems/api/api.ts";
import { findApi, isSetUp, nameCredential } from "../../../src/systems/index.ts";

const SEEN = Date.parse("2026-11-26T12:00:00Z");

describe("the expiry of a sender's credential", () => {
  it.for([
    ["unknown", null, "has no known expiry"],
    ["renewed", null, "is renewed with a refresh token"],
    [{ day: "2027-04-30" }, "2027-04-30T00:00:00.000Z", "ends on 30 Apr 2027"],
    [{ maxDays: 365 }, "2027-11-26T12:00:00.000Z", "ends on 26 Nov 2027 at the latest"],
  ] as const)("is computed from %o as %s, and is described as: %s", ([end, at, text]) => {
    const endsAtMs = endsAt(end, SEEN);
    expect(endsAtMs === null ? null : new Date(endsAtMs).toISOString()).toBe(at);
    expect(formatEnd(end, SEEN)).toBe(text);
  });

  it("is unknown before the first use if only the maximum lifetime is known", () => {
    expect(endsAt({ maxDays: 365 }, null)).toBeNull();
    expect(formatEnd({ maxDays: 365 })).toBe("lasts at most 365 days");
  });

  it("is that of Zendesk's API token only while that token is used", async () => {
    const token = { ZENDESK_EMAIL: "reeve@example.com", ZENDESK_API_TOKEN: "token-of-the-tests" };
    const zendesk = findApi("zendesk");
    expect(isSetUp("zendesk", token)).toBe(true);
    expect(credentialInUse(zendesk, token).end).toEqual({ day: "2027-04-30" });
    expect(credentialInUse(zendesk, { ...token, ZENDESK_CLIENT_ID: "reeve" }).end).toBe("unknown");
  });
});

it("a credential's name changes with the credential, but does not reveal its value", async () => {
  const jira = findApi("jira");
  const name = (JIRA_API_TOKEN: string) =>
    nameCredential("jira", jira, { JIRA_EMAIL: "a@example.com", JIRA_API_TOKEN });
  expect(await name("c4n4ry-1")).toMatch(/^jira:[0-9a-f]{16}$/);
  expect(await name("c4n4ry-1")).toBe(await name("c4n4ry-1"));
  expect(await name("c4n4ry-1")).not.toBe(await name("c4n4ry-2"));
});
