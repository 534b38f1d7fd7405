// The sample data that the docs, demos and tests use, and helpers for seed data: dice, timestamps, and a function that
// splits text into a list.
import { fnv1a } from "../../../base/hash.ts";
import type { AccessReview } from "../../../governance/contract/campaigns.ts";
import type { McpTool } from "../../../governance/contract/mcp.ts";
import campaigns from "./data/campaigns.json" with { type: "json" };
import samples from "./data/samples.json" with { type: "json" };
import tools from "./data/tools.json" with { type: "json" };

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Length of a generated id in characters, which is that of a base62 KSUID. */
const ID_LENGTH = 27;

export type Dice = ReturnType<typeof dice>;

/**
 * Makes dice for one generated object. Only the object's key determines the rolls, so objects do not depend on each
 * other.
 */
export function dice(key: string) {
  const next = mulberry32(fnv1a(key));
  const below = (limit: number) => Math.floor(next() * limit);
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join("");
  return {
    /** Returns an integer from 0 up to, but excluding, `limit`. */
    below,
    /** Returns true once in `n` rolls, on average. */
    oneIn: (n: number): boolean => below(n) === 0,
    /** Returns one of the choices; there must be at least one. */
    pick: <const Choice>(choices: readonly Choice[]): Choice => choices[below(choices.length)] as Choice,
    id: (): string => text(BASE62, ID_LENGTH),
    hex: (length: number): string => text("0123456789abcdef", length),
  };
}

/** Returns a mulberry32 generator of numbers from 0 up to, but excluding, 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** The current date of the sample data, in Unix milliseconds. It is fixed, so that the data is the same every time. */
const SEED_DATE_MS = Date.UTC(2026, 5, 1);

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * Returns the ISO 8601 timestamp some days and minutes before the seed date, or after it for a negative number of days.
 */
export function before(days: number, minutes = 0): string {
  return new Date(SEED_DATE_MS - (days * DAY_MINUTES + minutes) * MINUTE_MS).toISOString();
}

export const names = (text: string): readonly string[] => text.trim().split(/,\s+/);

/**
 * The ids, names and emails of the well-known objects in every seeded tenant. All people are fictional; people.json
 * describes them. Generated people and audit events have opaque ids.
 *
 * Ada owns no connector yet. Gita owns the campaigns and is the default user of credentials, and Hugo owns the sync
 * connectors. Cleo has a second email address, and Iris as her delegate. Holders of the entitlement `githubAdmin` own
 * the apps GitHub and Jira; holders of `githubMaintainer` own Ada's GitHub account. The review policy `formerTeam` has
 * a broken step, so no campaign can be created with it. `roleSlug` is the role of the seeded ownership sources; a
 * tenant accepts any role.
 */
export { samples };

/** The inbound webhook in the sample data. Its secret is public. */
export const INBOUND_WEBHOOK = { id: "lst_close_account", secret: "local-secret-of-an-inbound-webhook" };

/** Campaigns with their owners, oldest first. The two closed campaigns have every field of an AccessReview. */
export const CAMPAIGNS: readonly { ownerIds: readonly string[]; review: AccessReview }[] = campaigns;

/**
 * Tools with every field that applies to them. Some are in special states: never called, deleted, disabled, removed by
 * their server, not reviewed.
 */
export const MCP_TOOLS: readonly McpTool[] = tools;
