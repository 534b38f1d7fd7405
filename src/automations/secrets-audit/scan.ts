import * as z from "zod";
import { canonicalJson } from "../../base/canonical-json.ts";
import { sha256Hex } from "../../base/sha256.ts";
import { type AuditFacts, auditFacts } from "../../governance/audit-event.ts";
import type { AuditEvent } from "../../governance/contract/audit-events.ts";
import type { Settings } from "../settings.ts";
import type { Moment } from "./clock.ts";
import { eventText, type Finding, withFinding } from "./findings.ts";
import { bounded, LEARNED_DAYS, VaultSeen, withSeen } from "./seen.ts";

const HOUR_MS = 60 * 60_000;
/** New events that are kept apart from those seen before. */
const RECENT = 100;
const KEY_LENGTH = 12;
/** Pages of one vault in one look. */
const MOST_PAGES = 100;

/** A look at a vault that is under way. */
export const Scan = z.object({
  /** The vault's name in the settings. */
  vault: z.string(),
  isFirstLook: z.boolean(),
  /** The next page's token; empty at the first. */
  token: z.string(),
  pages: z.int(),
  /** In which order events come, as far as they show it: the API does not say. */
  order: z.enum(["unknown", "newest_first", "other"]),
  /** The time of the last event of the page before. */
  last: z.int().nullable(),
  /** What the recent events of the last look are known by. */
  known: z.array(z.string()),
  /** The newest event that is no longer among the recent ones. */
  passed: z.int(),
  /** New events. */
  events: z.int(),
  unread: z.record(z.string(), z.int()),
  touched: z.array(z.string()),
  /** What will be remembered, as far as it goes. */
  seen: VaultSeen,
});
export type Scan = z.output<typeof Scan>;

/** What a look goes by. */
export interface Rules {
  readonly secretsAudit: Settings["secretsAudit"];
  readonly clock: (at: number) => Moment;
  /** Unix milliseconds. */
  readonly now: number;
}

export function beginScan(vault: string, before: VaultSeen | null, { now, clock }: Rules): Scan {
  const { day } = clock(now);
  const seen = before ?? {
    since: day,
    after: now - LEARNED_DAYS * 24 * HOUR_MS,
    recent: [],
    actors: {},
    addresses: {},
    days: {},
    unusual: [],
    unread: {},
  };
  return {
    vault,
    isFirstLook: before === null,
    token: "",
    pages: 0,
    order: "unknown",
    last: null,
    known: seen.recent.map(([, key]) => key),
    passed: 0,
    events: 0,
    unread: {},
    touched: [],
    seen,
  };
}

/** Whether there may be more events that are new, behind a page that has this token of the next. */
export const hasMore = ({ order, last, seen }: Scan, nextPageToken: string | undefined): boolean =>
  Boolean(nextPageToken) && !(order === "newest_first" && last !== null && last <= seen.after);

export const isTooLong = ({ pages }: Scan): boolean => pages >= MOST_PAGES;

/** A look after one more page. */
export async function withPage(
  before: Scan,
  page: readonly AuditEvent[],
  findings: readonly Finding[],
  rules: Rules,
): Promise<{ readonly scan: Scan; readonly findings: Finding[] }> {
  let scan: Scan = { ...before, pages: before.pages + 1 };
  let found = [...findings];
  const known = new Set([...scan.known, ...scan.seen.recent.map(([, key]) => key)]);
  for (const event of page) {
    const facts = auditFacts(event);
    const { at } = facts;
    if (at === null) {
      scan = withUnread(scan, "a time");
      continue;
    }
    scan = { ...scan, order: orderAfter(scan, at), last: at };
    const key = await keyOf(event);
    if (at <= scan.seen.after || known.has(key)) continue;
    known.add(key);
    const moment = rules.clock(at);
    const finding = (rule: Finding["rule"], what: string) => {
      if (!scan.isFirstLook)
        found = withFinding(found, {
          rule,
          vault: scan.vault,
          what,
          events: 1,
          detail: eventText(moment.local, facts),
          at,
        });
    };
    // Counted to what is new in this look, whichever page it is on.
    const isNew = (rule: Finding["rule"], what: string, all: VaultSeen["actors"]) =>
      !Object.hasOwn(all, what) ||
      found.some((one) => one.rule === rule && one.vault === scan.vault && one.what === what);
    if (facts.actor !== null && isNew("new_actor", facts.actor, scan.seen.actors))
      finding("new_actor", facts.actor);
    if (facts.address !== null && isNew("new_address", facts.address, scan.seen.addresses))
      finding("new_address", facts.address);
    if (moment.isAfterHours) finding("after_hours", facts.actor ?? "an actor that can't be read");
    if (facts.actor === null) scan = withUnread(scan, "an actor");
    if (facts.address === null) scan = withUnread(scan, "an address");
    scan = withEvent(scan, { ...facts, at }, key, moment);
  }
  return { scan: { ...scan, seen: bounded(scan.seen, rules.clock(rules.now).day) }, findings: found };
}

function withEvent(scan: Scan, facts: AuditFacts & { at: number }, key: string, moment: Moment): Scan {
  const { seen, isFirstLook, touched } = scan;
  const { at, actor, address } = facts;
  const { day, isAfterHours } = moment;
  const recent = [...seen.recent, [at, key] satisfies [number, string]].sort(([a], [b]) => b - a);
  const [events, late] = seen.days[day] ?? [0, 0];
  return {
    ...scan,
    events: scan.events + 1,
    passed: Math.max(scan.passed, recent[RECENT]?.[0] ?? 0),
    touched: touched.includes(day) ? touched : [...touched, day],
    seen: {
      ...seen,
      since: isFirstLook && day < seen.since ? day : seen.since,
      recent: recent.slice(0, RECENT),
      actors: actor === null ? seen.actors : withSeen(seen.actors, actor, day, isFirstLook),
      addresses: address === null ? seen.addresses : withSeen(seen.addresses, address, day, isFirstLook),
      days: { ...seen.days, [day]: [events + 1, late + (isAfterHours ? 1 : 0)] },
    },
  };
}

function orderAfter({ order, last }: Scan, at: number): Scan["order"] {
  if (last === null || at === last) return order;
  if (at > last) return "other";
  return order === "unknown" ? "newest_first" : order;
}

const withUnread = (scan: Scan, what: string): Scan => ({
  ...scan,
  unread: { ...scan.unread, [what]: (scan.unread[what] ?? 0) + 1 },
});

/** By what an event is known again: its id, where it has one. */
async function keyOf(event: AuditEvent): Promise<string> {
  const { id } = event;
  return (await sha256Hex(typeof id === "string" && id !== "" ? id : canonicalJson(event))).slice(
    0,
    KEY_LENGTH,
  );
}
