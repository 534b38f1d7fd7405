import { setTimeout as sleep } from "node:timers/promises";
import { settled } from "../../src/cli/shared/reeve-api.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { ticketDelivery } from "../e2e/tickets.ts";
import { sendAsJira } from "../vendors/jira.ts";
import type { Figure } from "./figures/table.ts";
import { TEN_AUTOMATIONS, THREE_AUTOMATIONS } from "./reeve.ts";

const EVENTS = Number(process.env["BENCH_EVENTS"] ?? 200);
/** Number of single events, and the time between them, after which a desk sleeps. */
const APART = 20;
const APART_MS = 1_500;
/**
 * How much later than their creation the tickets are approved, in milliseconds, so that no desk starts after the
 * approval.
 */
const NOT_BEFORE_MS = 1_000;
/** Time after which the last event is recorded, or counted. */
const REST_MS = { record: 1_500, count: 5_500 };
/** How long a desk stays awake to record events without an alarm, in milliseconds. */
const RECORD_MS = 210;

/**
 * Measures what an event costs on the platform, counted on the local runtime: Jira tickets that each make a connector
 * owner, and tickets that concern none of ten automations; of each kind first one after another and then all
 * concurrently (`BENCH_EVENTS=1000` sets their number). It prints all counts, from which docs/cost.md is made.
 * test/caps limits the exact counts of one event.
 */
export async function cost(): Promise<Figure[]> {
  const ticket = await count("a ticket with one call", THREE_AUTOMATIONS, (body) => body);
  const laptop = (body: string) => body.replace("Connector owner", "New laptop");
  const kept = await count("for nobody, kept, ten automations", TEN_AUTOMATIONS, laptop);
  const counted = await count("for nobody, counted, ten automations", TEN_AUTOMATIONS, laptop, "count");
  const most = (name: string, reeve: number, unit: string, bound: number): Figure => ({
    name,
    reeve,
    unit,
    target: { of: "figure", at: "most", bound },
  });
  return [
    most("100,000 for nobody by themselves, kept, list price", dollars(kept.apart), "$", 0.4),
    most("100,000 for nobody by themselves, counted, list price", dollars(counted.apart), "$", 0.15),
    most("100,000 tickets by themselves, list price", dollars(ticket.apart), "$", 3.1),
    most("for nobody, kept, size of the ledger", kept.ledgerKiB, "KiB", 9.5),
    most("ticket with one call, size of the ledger", ticket.ledgerKiB, "KiB", 16),
  ];
}

/** The quantities that the platform charges for, per event. */
interface Counts {
  readonly objectRequests: number;
  readonly alarms: number;
  readonly objectRowsRead: number;
  readonly objectRowsWritten: number;
  readonly d1Batches: number;
  readonly d1RowsRead: number;
  readonly d1RowsWritten: number;
  readonly busyMs: number;
  readonly logLines: number;
}

/** Returns the list price of 100,000 such events, from the prices per million in docs/cost.md. */
function dollars(each: Counts): number {
  const objectRequests = each.objectRequests + each.alarms;
  const awakeMs = objectRequests > 0 ? Math.max(each.busyMs, RECORD_MS) : 0;
  const gigabyteSeconds = (awakeMs / 1_000) * 0.128;
  const million =
    1 * 0.3 +
    objectRequests * 0.15 +
    gigabyteSeconds * 12.5 +
    (each.objectRowsRead + each.d1RowsRead) * 0.001 +
    (each.objectRowsWritten + each.d1RowsWritten) * 1 +
    (each.logLines + 1 + objectRequests) * 0.6;
  return million / 10;
}

/**
 * Counts the cost of events of a kind, with these automations enabled. @param change Changes the body of an approved
 * ticket
 */
async function count(
  kind: string,
  enabled: readonly string[],
  change: (body: string) => string,
  ignoredEvents: "record" | "count" = "record",
): Promise<{ readonly apart: Counts; readonly ledgerKiB: number }> {
  let lines = 0;
  const { policy, settings } = sample;
  const stack = await startStack({
    entry: "test/support/counting-reeve.ts",
    bindings: {
      RULES: JSON.stringify({ enabled, policy: { ...policy, ignoredEvents }, fields: settings.fields }),
    },
    log: () => void lines++,
  });
  const { url } = stack.reeve;
  let sent = 0;

  async function deliver(): Promise<string | null> {
    const { body, id } = ticketDelivery(++sent, {}, undefined, (webhook) => {
      // The present time, because a desk that started after the event would read the ledger for it.
      webhook.timestamp = Date.now() + NOT_BEFORE_MS;
    });
    const response = await sendAsJira(url, change(body), { id });
    if (!response.ok) throw new Error(`not taken in: ${response.status}`);
    return ((await response.json()) as { event?: string }).event ?? null;
  }

  /** Returns the counts since the previous call, divided by a number of events. */
  async function counted(n: number): Promise<Counts> {
    const counts = (await (await fetch(new URL("/_counts", url))).json()) as Omit<Counts, "logLines">;
    const logLines = lines;
    lines = 0;
    const each = Object.entries({ ...counts, logLines }).map(([name, sum]) => [name, sum / n]);
    return Object.fromEntries(each) as Counts;
  }

  function print(how: string, n: number, counts: Counts): void {
    console.log(`\n${kind}, ${how}, for each of ${n} events, each a delivery:`);
    for (const [name, figure] of Object.entries(counts))
      console.log(`  ${name.padEnd(20)} ${figure.toFixed(2)}`);
  }

  const ledger = await stack.reeve.miniflare.getD1Database("LEDGER", "reeve");
  const ledgerBytes = async () => Number((await ledger.prepare("SELECT 1").run()).meta["size_after"]);

  const work = async (event: string | null, most?: number) => event && (await settled(url, event, most));
  await work(await deliver());
  await sleep(REST_MS[ignoredEvents]);
  await counted(1);
  const before = await ledgerBytes();
  for (let n = 0; n < APART; n++) {
    await work(await deliver());
    await sleep(APART_MS);
  }
  await sleep(REST_MS[ignoredEvents] - APART_MS);
  const apart = await counted(APART);
  print("each by itself", APART, apart);

  const all = await Promise.all(Array.from({ length: EVENTS }, () => deliver()));
  for (const event of all) await work(event, 60_000);
  await sleep(REST_MS[ignoredEvents]);
  print("all at once", EVENTS, await counted(EVENTS));
  const ledgerKiB = ((await ledgerBytes()) - before) / (sent - 1) / 1024;
  console.log(`\nledger: ${ledgerKiB.toFixed(1)} KiB an event, of ${sent - 1}`);

  await stack.stop();
  return { apart, ledgerKiB };
}
