/** The expiry of the governance credential is announced 14, 7 and 1 days ahead, and on the day, once each. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/base/days.ts";
import { findControl } from "../../../src/desk/directory.ts";
import { watchCredentials } from "../../../src/desk/watches.ts";
import type { Env } from "../../../src/env.ts";
import { readCredentialEnd } from "../../../src/governance/client/credential.ts";
import type { OperatorsNotice } from "../../../src/runs/message.ts";
import { settings } from "../../governance/client/fixtures.ts";
import { hearLog } from "../../support/log.ts";

const NOW = Date.parse("2027-01-01T12:00:00Z");

const withVariables = (change: Partial<Env>): Env => ({ ...(env as unknown as Env), ...change });

/** Returns the environment with a credential that no other test uses. */
const withCredential = (name: string, change: Partial<Env>): Env => ({
  ...withVariables(change),
  ...settings({ GOVERNANCE_CLIENT_ID: `${name}@acme.example.com/reeve` }),
});

/** Returns the notices of the checks on each of these days, counted from a time. */
async function told(bindings: Env, days: readonly number[], from = NOW): Promise<string[]> {
  const notices: OperatorsNotice[] = [];
  for (const after of days)
    await watchCredentials({
      env: bindings,
      now: from + after * DAY_MS,
      notify: async (notice) => void notices.push(notice),
    });
  return notices.map(({ summary }) => summary);
}

it("the expiry of the governance credential is announced 14, 7 and 1 days ahead, and on the configured date", async () => {
  const lines = hearLog();
  const bindings = withCredential("by-day", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-02-01" });
  const days = [0, 15, 16, 16.4, 16.6, 17, 23, 24, 25, 29, 30, 31, 31, 40, 41];
  expect(await told(bindings, days)).toEqual([
    expect.stringMatching(/^The governance credential by-day@\S+ expires on 2027-02-01, in 14 days: create/),
    expect.stringContaining("in 7 days"),
    expect.stringContaining("in a day"),
    expect.stringContaining("expired on 2027-02-01"),
  ]);
  expect(lines).toEqual(
    [14, 7, 1, 0].map((left) => expect.objectContaining({ message: "credential_ends", days: left })),
  );
  expect(JSON.stringify(lines)).not.toContain("secret-token");
});

it("the expiry of the governance credential is computed from the credential's first check, and is announced late after an outage", async () => {
  const bindings = withCredential("by-lifespan", { GOVERNANCE_CREDENTIAL_DAYS: "30" });
  expect(await told(bindings, [0, 10, 26])).toEqual([
    expect.stringContaining("expires on 2027-01-31, in 4 days"),
  ]);
  expect(readCredentialEnd(bindings, (await findControl(bindings).state()).credentials)).toBe(
    NOW + 30 * DAY_MS,
  );
});

it("the expiry of the governance credential is announced again if the credential or its date has changed", async () => {
  const bindings = withCredential("moved", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-05" });
  expect(await told(bindings, [0, 0])).toHaveLength(1);
  expect(await told({ ...bindings, GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-06" }, [0, 0])).toHaveLength(1);
  expect(
    await told(withCredential("its-successor", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-06" }), [0]),
  ).toHaveLength(1);
});

it("the expiry of the governance credential is announced again if the notice could not be sent", async () => {
  const bindings = withCredential("untold", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-05" });
  const away = async () => {
    throw new Error("Slack's desk is away");
  };
  await expect(watchCredentials({ env: bindings, now: NOW, notify: away })).rejects.toThrow("away");
  expect(await told(bindings, [0])).toHaveLength(1);
});

it("the expiry of the governance credential is neither announced nor checked if no variable sets it", async () => {
  const bindings = withCredential("silent", {});
  expect(await told({ ...bindings, CONTROL: undefined as never }, [0])).toEqual([]);
  expect(readCredentialEnd(bindings, [])).toBeNull();
});

describe("the expiry of a sender's credential is announced 7 days ahead, a day ahead and on the day", () => {
  it("for Zendesk's API tokens, which all expire on the same date", async () => {
    const token = { ZENDESK_EMAIL: "reeve@example.com", ZENDESK_API_TOKEN: "token-of-the-watch" };
    const from = Date.parse("2027-04-16T12:00:00Z");
    const days = [0, 6, 6.6, 7, 12.6, 13, 13.6, 14, 20];
    expect(await told(withVariables(token), days, from)).toEqual(
      [7, 1, 0].map(
        () =>
          "The credential for the API of Zendesk expires on 30 Apr 2027. Replace it: docs/operate/secrets.md.",
      ),
    );
    const client = { ZENDESK_CLIENT_ID: "reeve", ZENDESK_CLIENT_SECRET: "secret-of-the-watch" };
    expect(await told(withVariables({ ...token, ...client }), days, from)).toEqual([]);
  });

  it("for Jira's tokens, which each expire a year after Reeve first saw them", async () => {
    const lines = hearLog();
    const jira = { JIRA_EMAIL: "reeve@example.com", JIRA_API_TOKEN: "c4n4ry-of-the-watch" };
    const summary =
      "The credential for the API of Jira expires on 1 Jan 2028 at the latest. Replace it: docs/operate/secrets.md.";
    for (const day of [358, 364, 365]) {
      expect(await told(withVariables(jira), [0, day - 0.1])).toEqual([]);
      expect(await told(withVariables(jira), [day, day + 0.1])).toEqual([summary]);
    }
    const another = withVariables({ ...jira, JIRA_API_TOKEN: "another-of-the-watch" });
    expect(await told(another, [359])).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain("c4n4ry");
  });
});
