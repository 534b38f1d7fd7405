/** The end of the governance credential is told 14, 7 and 1 days ahead, and when it is there: each once. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DAY_MS } from "../../src/base/days.ts";
import { readCredentialEnd } from "../../src/console/metrics.ts";
import { findControl } from "../../src/desk/directory.ts";
import { type OperatorsNotice, watchCredential } from "../../src/desk/operate/watches.ts";
import type { Env } from "../../src/env.ts";
import { settings } from "../governance/client/fixtures.ts";
import { hearLog } from "../support/log.ts";

const NOW = Date.parse("2027-01-01T12:00:00Z");

/** The environment with a credential that no other test has. */
const withCredential = (name: string, change: Partial<Env>): Env => ({
  ...(env as unknown as Env),
  ...settings({ GOVERNANCE_CLIENT_ID: `${name}@acme.example.com/reeve` }),
  ...change,
});

/** What is told when it is looked so many days after {@link NOW}. */
async function told(bindings: Env, days: readonly number[]): Promise<string[]> {
  const notices: OperatorsNotice[] = [];
  for (const after of days)
    await watchCredential(bindings, NOW + after * DAY_MS, async (notice) => void notices.push(notice));
  return notices.map(({ summary }) => summary);
}

it("is told by its day", async () => {
  const lines = hearLog();
  const bindings = withCredential("by-day", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-02-01" });
  const days = [0, 15, 16, 16.4, 16.6, 17, 23, 24, 25, 29, 30, 31, 31, 40, 41];
  expect(await told(bindings, days)).toEqual([
    expect.stringMatching(/^The governance credential by-day@\S+ ends on 2027-02-01, in 14 days\. Make its/),
    expect.stringContaining("in 7 days"),
    expect.stringContaining("in a day"),
    expect.stringContaining("ended on 2027-02-01"),
  ]);
  expect(lines).toEqual(
    [14, 7, 1, 0].map((left) => expect.objectContaining({ message: "credential_ends", days: left })),
  );
  expect(JSON.stringify(lines)).not.toContain("secret-token");
});

it("is told by its lifespan from when it was first seen, also after an outage", async () => {
  const bindings = withCredential("by-lifespan", { GOVERNANCE_CREDENTIAL_DAYS: "30" });
  expect(await told(bindings, [0, 10, 26])).toEqual([
    expect.stringContaining("ends on 2027-01-31, in 4 days"),
  ]);
  expect(readCredentialEnd(bindings, await findControl(bindings).state())).toBe(NOW + 30 * DAY_MS);
});

it("is told again of another credential, or where its day is set anew", async () => {
  const bindings = withCredential("moved", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-05" });
  expect(await told(bindings, [0, 0])).toHaveLength(1);
  expect(await told({ ...bindings, GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-06" }, [0, 0])).toHaveLength(1);
  expect(
    await told(withCredential("its-successor", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-06" }), [0]),
  ).toHaveLength(1);
});

it("is told again where nobody could be told", async () => {
  const bindings = withCredential("untold", { GOVERNANCE_CREDENTIAL_EXPIRES: "2027-01-05" });
  const away = async () => {
    throw new Error("Slack's desk is away");
  };
  await expect(watchCredential(bindings, NOW, away)).rejects.toThrow("away");
  expect(await told(bindings, [0])).toHaveLength(1);
});

it("is neither told nor asked about where no variable says it", async () => {
  const bindings = withCredential("silent", {});
  expect(await told({ ...bindings, CONTROL: undefined as never }, [0])).toEqual([]);
  expect(readCredentialEnd(bindings, null)).toBeNull();
});
