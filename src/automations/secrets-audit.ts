/** Tells people what stands out in the audit events of paper secrets: within the hour, and as a weekly digest. */

// The audit of paper secrets: an hourly look for what is new in each vault, and a weekly digest of the counts.
import * as z from "zod";
import type { InventoryChange } from "../actions/inventory.ts";
import { addDays, clockIn, DAY_MS } from "../base/days.ts";
import { canonicalJson, sha256Hex } from "../base/hash.ts";
import { Problem } from "../base/problem.ts";
import { searchAuditEvents } from "../governance/contract/audit-events.ts";
import { parseVaultEvent, type VaultEvent } from "../governance/vault-event.ts";
import { automation, type Context } from "./kit/automation.ts";
import { atMost, counted } from "./kit/notice.ts";
import type { Notice, Proposal } from "./kit/proposal.ts";
import { schedule } from "./kit/schedule.ts";
import { lastSnapshot, putSnapshot } from "./kit/snapshot.ts";
import { atOnce } from "./kit/sweep.ts";
import { type Settings, settingsOf, WEEK, zoneOf } from "./settings.ts";

/** How far back the first look at a vault goes, and how long the counts of a day are kept. */
const KEPT_DAYS = 30;
/** People, and addresses, kept for a vault; those not seen for the longest time are forgotten. */
const MAX_KNOWN = 200;
/** Pages of one vault in one look, of 100 events each. */
const MAX_PAGES = 50;
/** An event may appear this long after newer ones, and is still found. */
const LATE_MS = 60 * 60_000;
/** Names in one line of the digest; the others are counted. */
const MAX_NAMES = 10;

const Day = z.iso.date();
/** Who or what was seen, with the first and the last day. The first day is empty for what the first look found. */
const Known = z.record(z.string(), z.tuple([Day.or(z.literal("")), Day]));
type Known = z.output<typeof Known>;

/** The snapshot of a vault that a look leaves for the next. Days are those of the working hours' time zone. */
const VaultSnapshot = z.object({
  /** Time of the newest event that was read, Unix milliseconds. */
  newest: z.int(),
  /** Keys of the events read that are younger than `newest` less {@link LATE_MS}. */
  recent: z.record(z.string(), z.int()),
  people: Known,
  addresses: Known,
  /** Events of a day, and how many of them were outside working hours. */
  days: z.record(Day, z.tuple([z.int(), z.int()])),
});
type VaultSnapshot = z.output<typeof VaultSnapshot>;

const Line = z.object({ name: z.string(), detail: z.string() });
const Progress = z.object({
  left: z.array(z.string()),
  lines: z.array(Line),
  events: z.int(),
  failed: z.array(Line),
});
type Progress = z.output<typeof Progress>;

/** The digest counts days as the alerts did. */
const ALERTS = "secrets-audit-alerts";
type Alerts = ReturnType<typeof settingsOf<typeof ALERTS>>;

const snapshotKey = (vaultId: string): string => `secrets-audit/${vaultId}`;

/** Each hour, one vault a step: tells of people and addresses that are new in a vault, odd hours, and days with many events. */
export const secretsAuditAlerts = automation({
  name: "secrets-audit-alerts",
  does: "Reports new people and addresses, odd hours and unusually many events at vaults of paper secrets.",
  on: schedule("40 * * * *"),
  reads: ["searchAuditEvents"],
  async propose(_, context) {
    const { settings, progress } = context;
    const vaults = Object.keys(settings.vaults);
    const before: Progress = progress
      ? Progress.parse(progress)
      : { left: vaults, lines: [], events: 0, failed: [] };
    const [vault, ...left] = before.left;
    if (vault === undefined) return conclude(before);
    const { after, leaves } = await lookAt(vault, { ...before, left }, context);
    if (left.length === 0) return { ...conclude(after), leaves };
    return {
      goOn: { state: after, done: vaults.length - left.length, of: vaults.length, what: "vaults" },
      leaves,
    };
  },
});

/** Looks at one vault. One that can't be read does not keep the look from the others. */
async function lookAt(
  vault: string,
  before: Progress,
  { governance, history, settings, now }: Context,
): Promise<{ readonly after: Progress; readonly leaves: InventoryChange[] }> {
  const vaultId = settings.vaults[vault];
  if (vaultId === undefined) return { after: before, leaves: [] };
  try {
    const known = await lastSnapshot(history, snapshotKey(vaultId), VaultSnapshot);
    const since = known ? known.newest - LATE_MS : now - KEPT_DAYS * DAY_MS;
    const { events, unread } = await readEvents(governance, vaultId, since);
    const { snapshot, lines, added } = await compare(vault, known, events, settings, now);
    return {
      after: {
        ...before,
        lines: [...before.lines, ...lines, ...(unread ? [unreadLine(vault)] : [])],
        events: before.events + added,
      },
      leaves: [putSnapshot(snapshotKey(vaultId), snapshot)],
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const failed = { name: `${vault}: could not be read`, detail: error.message };
    return { after: { ...before, failed: [...before.failed, failed] }, leaves: [] };
  }
}

const unreadLine = (vault: string) => ({
  name: `${vault}: too many events for one look`,
  detail: `The newest ${MAX_PAGES * 100} were read.`,
});

interface DatedEvent extends VaultEvent {
  readonly at: number;
  readonly key: string;
}

/** The events of a vault that are not older than a time. The API does not say in which order it lists them. */
async function readEvents(
  governance: Context["governance"],
  vaultId: string,
  since: number,
): Promise<{ readonly events: DatedEvent[]; readonly unread: boolean }> {
  const events: DatedEvent[] = [];
  let pageToken: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { list, nextPageToken } = await governance.call(searchAuditEvents, {
      body: { vaultId, pageSize: 100, ...(pageToken && { pageToken }) },
    });
    const page = list.flatMap((raw) => {
      const event = parseVaultEvent(raw);
      return event.at === null ? [] : [{ ...event, at: event.at, raw }];
    });
    for (const { raw, ...event } of page)
      if (event.at >= since)
        events.push({ ...event, key: event.id ?? (await sha256Hex(canonicalJson(raw))) });
    const isNewestFirst = page.every(({ at }, n) => at <= (page[n - 1]?.at ?? at));
    const reachesBack = isNewestFirst && (page.at(-1)?.at ?? since) < since;
    if (!nextPageToken || reachesBack) return { events, unread: false };
    pageToken = nextPageToken;
  }
  return { events, unread: true };
}

/** What is new in the events since the last look, as lines for people, and the snapshot for the next look. */
async function compare(
  vault: string,
  known: VaultSnapshot | null,
  events: readonly DatedEvent[],
  settings: Settings,
  now: number,
) {
  const { atOnce: told, eventsADay, workingHours } = settingsOf(settings, ALERTS);
  const clock = clockIn(zoneOf(settings, ALERTS));
  const fresh = events
    .filter(({ key }) => !Object.hasOwn(known?.recent ?? {}, key))
    .sort((a, b) => a.at - b.at);
  const people: Known = { ...known?.people };
  const addresses: Known = { ...known?.addresses };
  const days: VaultSnapshot["days"] = { ...known?.days };
  const found = new Map<string, { rule: Rule; events: number; last: string }>();
  const find = (rule: Rule, what: string, last: string) => {
    if (!known || !told.includes(rule)) return;
    const one = found.get(what) ?? { rule, events: 0, last };
    found.set(what, { rule, events: one.events + 1, last });
  };
  for (const event of fresh) {
    const local = clock(event.at);
    const day = local.slice(0, 10);
    const text = [
      local,
      event.activity ?? "an unnamed activity",
      event.person && `by ${event.person}`,
      event.address && `from ${event.address}`,
    ]
      .filter(Boolean)
      .join(" ");
    const isOdd = isOddHour(local, workingHours);
    if (event.person) {
      if (!known?.people[event.person]) find("new_person", `new person ${event.person}`, text);
      people[event.person] = seenOn(people[event.person], day, known === null);
    }
    if (event.address) {
      if (!known?.addresses[event.address]) find("new_address", `new address ${event.address}`, text);
      addresses[event.address] = seenOn(addresses[event.address], day, known === null);
    }
    if (isOdd) find("odd_hours", `outside working hours, ${event.person ?? "by somebody unnamed"}`, text);
    const [count, odd] = days[day] ?? [0, 0];
    days[day] = [count + 1, odd + (isOdd ? 1 : 0)];
    if (count === eventsADay) find("many_events", `more than ${eventsADay} events on ${day}`, text);
  }
  const newest = Math.max(known?.newest ?? 0, ...fresh.map(({ at }) => at));
  const oldest = addDays(clock(now).slice(0, 10), -KEPT_DAYS);
  const snapshot: VaultSnapshot = {
    newest: newest || now - KEPT_DAYS * DAY_MS,
    recent: Object.fromEntries(
      [...Object.entries(known?.recent ?? {}), ...fresh.map(({ key, at }) => [key, at] as const)].filter(
        ([, at]) => at >= newest - LATE_MS,
      ),
    ),
    people: newestOf(people),
    addresses: newestOf(addresses),
    days: Object.fromEntries(Object.entries(days).filter(([day]) => day >= oldest)),
  };
  const lines = known
    ? [...found].map(([what, { events: n, last }]) => ({
        name: `${vault}: ${what}`,
        detail: n === 1 ? last : `${n} events, last ${last}`,
      }))
    : [
        {
          name: `${vault}: first look`,
          detail: `${counted(fresh.length, "event")} in the last ${KEPT_DAYS} days. From now on, what is new is reported.`,
        },
      ];
  return { snapshot, lines, added: fresh.length };
}

type Rule = Alerts["atOnce"][number];

const seenOn = (known: Known[string] | undefined, day: string, isFirstLook: boolean): Known[string] => {
  const [first, last] = known ?? [isFirstLook ? "" : day, day];
  return [first, last > day ? last : day];
};

const newestOf = (known: Known): Known =>
  Object.fromEntries(
    Object.entries(known)
      .sort(([, [, a]], [, [, b]]) => b.localeCompare(a))
      .slice(0, MAX_KNOWN),
  );

/** @param local A time on the clocks of the working hours, `2027-04-01 09:30` */
function isOddHour(local: string, { days, from, to }: Alerts["workingHours"]): boolean {
  const [day, time] = [local.slice(0, 10), local.slice(11)];
  const weekday = WEEK[(new Date(day).getUTCDay() + 6) % 7];
  return !days.some((one) => one === weekday) || time < from || time >= to;
}

/** @throws Problem where a vault could not be read and there is nothing else to tell: the run fails with the reason */
function conclude({ lines, events, failed }: Progress): Proposal {
  const [first] = failed;
  if (first && lines.length === 0)
    throw new Problem(
      "governance_unavailable",
      failed.map(({ name, detail }) => `${name}: ${detail}`).join("; "),
    );
  const news = counted(events, "new event");
  if (lines.length === 0) return { ignore: `${news}, nothing that stands out.` };
  return { ignore: `${news}.`, notice: noticeOf("Secrets audit", `${news}.`, [...failed, ...lines]) };
}

const noticeOf = (title: string, summary: string, lines: Notice["lines"]): Notice => ({
  title,
  summary,
  lines: atMost(lines),
});

/** Each Monday: the counts of the last seven days for each vault, from what `secrets-audit-alerts` has seen. */
export const secretsAuditDigest = automation({
  name: "secrets-audit-digest",
  does: "Sums up the week at vaults of paper secrets.",
  on: schedule("0 8 * * 1"),
  async propose(_, { history, settings, now }) {
    const clock = clockIn(zoneOf(settings, ALERTS));
    const today = clock(now).slice(0, 10);
    const looks = await atOnce(Object.entries(settings.vaults), async ([name, id]) => {
      const seen = await lastSnapshot(history, snapshotKey(id), VaultSnapshot);
      return { name, week: seen && weekOf(seen, today) };
    });
    const weeks = looks.flatMap(({ name, week }) => (week ? [{ name, ...week }] : []));
    if (weeks.length === 0) return { ignore: "secrets-audit-alerts has not looked at any vault yet" };
    const busy = weeks.filter(({ events }) => events > 0).sort((a, b) => b.events - a.events);
    const quiet = weeks.filter(({ events }) => events === 0).map(({ name }) => name);
    const unseen = looks.filter(({ week }) => !week).map(({ name }) => name);
    const total = counted(
      weeks.reduce((sum, { events }) => sum + events, 0),
      "event",
    );
    const summary = `${total} in ${busy.length} of ${counted(looks.length, "vault")}.`;
    const lines = [
      ...busy.map(({ name, text }) => ({ name, detail: text })),
      ...(quiet.length > 0 ? [{ name: "No events", detail: quiet.join(", ") }] : []),
      ...(unseen.length > 0 ? [{ name: "Not looked at yet", detail: unseen.join(", ") }] : []),
    ];
    return { ignore: summary, notice: noticeOf("Secrets audit, the week", summary, lines) };
  },
});

/** The counts of the seven days before a day, with a text for people. */
function weekOf({ days, people, addresses }: VaultSnapshot, today: string) {
  const from = addDays(today, -7);
  const isIn = (day: string) => day >= from && day < today;
  const inWeek = Object.entries(days).filter(([day]) => isIn(day));
  const events = inWeek.reduce((sum, [, [n]]) => sum + n, 0);
  const odd = inWeek.reduce((sum, [, [, n]]) => sum + n, 0);
  const newIn = (known: Known) => Object.keys(known).filter((who) => isIn(known[who]?.[0] ?? ""));
  const text = [
    counted(events, "event"),
    ...listed("new people", newIn(people)),
    ...listed("new addresses", newIn(addresses)),
    ...(odd > 0 ? [`${odd} outside working hours`] : []),
  ].join("; ");
  return { events, text };
}

function listed(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return [`${what}: ${names.slice(0, MAX_NAMES).join(", ")}${more}`];
}
