// Reports anomalies in the audit events of paper secrets: new people, new addresses, and days with many events.
import * as z from "zod";
import {
  addDays,
  automation,
  type Context,
  canonicalJson,
  clockIn,
  counted,
  DAY_MS,
  findZone,
  lastSnapshot,
  limitLines,
  Problem,
  type Proposal,
  parseVaultEvent,
  putSnapshot,
  readSettings,
  type SearchAuditEventsBody,
  type Settings,
  schedule,
  searchAuditEvents,
  sha256Hex,
  type VaultEvent,
} from "../kit/index.ts";

/** Number of past days that the first check of a {@link Watch} covers, and for which counts per day are kept. */
const KEPT_DAYS = 30;
/** Maximum number of people, and of addresses, kept for a watched part. The least recently seen are dropped. */
const MAX_KNOWN = 200;
/** Maximum pages of 100 events that one check of a watched part reads. */
const MAX_PAGES = 50;
/** How much older than the newest known event a late event can be and still be read, in milliseconds. */
const LATE_MS = 60 * 60_000;
const Day = z.iso.date();
const Known = z.record(z.string(), Day);
type Known = z.output<typeof Known>;

/** The state that a check of a part saves for the next check of that part. Days are in the automation's time zone. */
const PartSnapshot = z.object({
  newest: z.int(),
  /** Keys and times of the events that are at most {@link LATE_MS} older than `newest`. */
  recent: z.record(z.string(), z.int()),
  people: Known,
  addresses: Known,
  days: z.record(Day, z.int()),
});
type PartSnapshot = z.output<typeof PartSnapshot>;

const Line = z.object({ name: z.string(), detail: z.string() });
const Progress = z.object({
  left: z.array(z.string()),
  lines: z.array(Line).default([]),
  events: z.int().default(0),
  failed: z.array(Line).default([]),
});
type Progress = z.output<typeof Progress>;

const NAME = "secrets-audit";
type Rule = ReturnType<typeof readSettings<typeof NAME>>["reports"][number];

/** A watched part of the audit events: those from a vault, a person or an address. */
interface Watch {
  readonly name: string;
  readonly key: string;
  readonly filter: Pick<SearchAuditEventsBody, "vaultId" | "actorEmail" | "clientIp">;
}

function listWatches(settings: Settings): Watch[] {
  const { actors, addresses } = readSettings(settings, NAME);
  return [
    ...Object.entries(settings.vaults).map(([name, vaultId]) => ({
      name,
      key: vaultId,
      filter: { vaultId },
    })),
    ...actors.map((actorEmail) => ({ name: actorEmail, key: `actor/${actorEmail}`, filter: { actorEmail } })),
    ...addresses.map((clientIp) => ({ name: clientIp, key: `address/${clientIp}`, filter: { clientIp } })),
  ];
}

const snapshotKey = ({ key }: Watch): string => `secrets-audit/${key}`;

export const secretsAudit = automation({
  name: "secrets-audit",
  description: "Reports new people, new addresses and peaks of activity in the audit log of paper secrets.",
  on: schedule("40 * * * *"),
  reads: ["searchAuditEvents"],
  async propose(_, context) {
    const { settings, progress } = context;
    const watches = listWatches(settings);
    const before = Progress.parse(progress ?? { left: watches.map(({ key }) => key) });
    const [next, ...left] = before.left;
    const watch = watches.find(({ key }) => key === next);
    if (!watch) return conclude(before);
    const { after, leaves } = await checkPart(watch, { ...before, left }, context);
    if (left.length === 0) return { ...conclude(after), leaves };
    return {
      goOn: { state: after, done: watches.length - left.length, of: watches.length, what: "watched parts" },
      leaves,
    };
  },
});

/** Checks one watched part. If it can't be read, the error is recorded, and the other parts are still checked. */
async function checkPart(watch: Watch, before: Progress, { governance, history, settings, now }: Context) {
  const { name } = watch;
  try {
    const known = await lastSnapshot(history, snapshotKey(watch), PartSnapshot);
    const since = known ? known.newest - LATE_MS : now - KEPT_DAYS * DAY_MS;
    const { events, unread } = await readEvents(governance, watch.filter, since);
    const { snapshot, lines, added } = await compare(name, known, events, settings, now);
    const detail = `Only the newest ${MAX_PAGES * 100} events were read.`;
    const cut = unread ? [{ name: `${name}: too many events to read in one run`, detail }] : [];
    const after = { ...before, lines: [...before.lines, ...lines, ...cut], events: before.events + added };
    return { after, leaves: [putSnapshot(snapshotKey(watch), snapshot)] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const failed = { name: `${name}: could not be read`, detail: error.message };
    return { after: { ...before, failed: [...before.failed, failed] }, leaves: [] };
  }
}

interface DatedEvent extends VaultEvent {
  readonly at: number;
  readonly key: string;
}

/**
 * Reads a part's events since a time. The API defines no order, and a filter by an actor's email also matches longer
 * emails that contain it.
 */
async function readEvents(governance: Context["governance"], filter: Watch["filter"], since: number) {
  const events: DatedEvent[] = [];
  let pageToken: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { list, nextPageToken } = await governance.call(searchAuditEvents, {
      body: { ...filter, pageSize: 100, ...(pageToken && { pageToken }) },
    });
    const page = list.flatMap((raw) => {
      const event = parseVaultEvent(raw);
      return event.at === null ? [] : [{ ...event, at: event.at, raw }];
    });
    for (const { raw, ...event } of page)
      if (event.at >= since && (filter.actorEmail ?? event.person) === event.person)
        events.push({ ...event, key: event.id ?? (await sha256Hex(canonicalJson(raw))) });
    const isNewestFirst = page.every(({ at }, n) => at <= (page[n - 1]?.at ?? at));
    const reachesBack = isNewestFirst && (page.at(-1)?.at ?? since) < since;
    if (!nextPageToken || reachesBack) return { events, unread: false };
    pageToken = nextPageToken;
  }
  return { events, unread: true };
}

/**
 * Compares the events since the last check with the known people, addresses and counts. Returns the findings as
 * readable lines, the snapshot for the next check, and the number of new events.
 */
async function compare(
  part: string,
  known: PartSnapshot | null,
  events: readonly DatedEvent[],
  settings: Settings,
  now: number,
) {
  const { reports, eventsADay } = readSettings(settings, NAME);
  const clock = clockIn(findZone(settings, NAME));
  const fresh = events
    .filter(({ key }) => !Object.hasOwn(known?.recent ?? {}, key))
    .sort((a, b) => a.at - b.at);
  const people: Known = { ...known?.people };
  const addresses: Known = { ...known?.addresses };
  const days: PartSnapshot["days"] = { ...known?.days };
  const found = new Map<string, { events: number; last: string }>();
  const find = (rule: Rule, what: string, last: string) => {
    if (!known || !reports.includes(rule)) return;
    found.set(what, { events: (found.get(what)?.events ?? 0) + 1, last });
  };
  for (const event of fresh) {
    const local = clock(event.at);
    const day = local.slice(0, 10);
    const { person, address, activity } = event;
    const parts = [activity ?? "an unnamed activity", person && `by ${person}`, address && `from ${address}`];
    const text = [local, ...parts].filter(Boolean).join(" ");
    if (person) {
      if (!known?.people[person]) find("new_person", `new person ${person}`, text);
      people[person] = latest(people[person], day);
    }
    if (address) {
      if (!known?.addresses[address]) find("new_address", `new address ${address}`, text);
      addresses[address] = latest(addresses[address], day);
    }
    const count = days[day] ?? 0;
    days[day] = count + 1;
    if (count === eventsADay) find("many_events", `more than ${eventsADay} events on ${day}`, text);
  }
  const newest = Math.max(known?.newest ?? 0, ...fresh.map(({ at }) => at));
  const oldest = addDays(clock(now).slice(0, 10), -KEPT_DAYS);
  const recent = [...Object.entries(known?.recent ?? {}), ...fresh.map(({ key, at }) => [key, at] as const)];
  const snapshot: PartSnapshot = {
    newest: newest || now - KEPT_DAYS * DAY_MS,
    recent: Object.fromEntries(recent.filter(([, at]) => at >= newest - LATE_MS)),
    people: findNewest(people),
    addresses: findNewest(addresses),
    days: Object.fromEntries(Object.entries(days).filter(([day]) => day >= oldest)),
  };
  const lines = known
    ? [...found].map(([what, { events: n, last }]) => ({
        name: `${part}: ${what}`,
        detail: n === 1 ? last : `${n} events, last ${last}`,
      }))
    : [
        {
          name: `${part}: first run`,
          detail: `${counted(fresh.length, "event")} in the last ${KEPT_DAYS} days. Unusual events are reported from now on.`,
        },
      ];
  return { snapshot, lines, added: fresh.length };
}

const latest = (last: string | undefined, day: string): string =>
  last !== undefined && last > day ? last : day;

const findNewest = (known: Known): Known =>
  Object.fromEntries(
    Object.entries(known)
      .sort(([, a], [, b]) => b.localeCompare(a))
      .slice(0, MAX_KNOWN),
  );

/**
 * Builds the final proposal.
 * @throws Problem if a part could not be read and there is nothing to report: if retries do not help, the run fails
 * with the reason
 */
function conclude({ lines, events, failed }: Progress): Proposal {
  const [first] = failed;
  if (first && lines.length === 0)
    throw new Problem(
      "governance_unavailable",
      failed.map(({ name, detail }) => `${name}: ${detail}`).join("; "),
    );
  const news = counted(events, "new event");
  if (lines.length === 0) return { ignore: `${news}, nothing unusual.` };
  return {
    ignore: `${news}.`,
    notice: { title: "Secrets audit", summary: `${news}.`, lines: limitLines([...failed, ...lines]) },
  };
}
