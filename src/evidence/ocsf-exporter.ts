// The exporter, a Durable Object: sends the audit trail to a collector, and keeps how far that has come. It reads the
// ledger, so nothing waits for it, and no event writes more for it.
import { DurableObject } from "cloudflare:workers";
import { log } from "../base/log.ts";
import { waitLeft } from "../base/waits.ts";
import { type Env, isSet } from "../env.ts";
import type { OcsfEvent } from "./ocsf.ts";
import { type Collector, readCollector, type SendResult, sendLines, toLine } from "./ocsf-collector.ts";
import { AT_FIRST, type ExportState, ExportStore } from "./ocsf-store.ts";
import { findNewParts, formatPosition, parsePosition, readOcsf, type TrailPart } from "./ocsf-trail.ts";

/** Most entries of one alarm: at ten seconds a request it ends in the time that the platform gives it. */
const MOST_PER_ALARM = 20_000;
/** Most characters of one request: Splunk Cloud advises against more than a megabyte. */
const MAX_BODY_CHARS = 500_000;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** How the export stands. Times are Unix milliseconds. */
export interface ExportStatus extends ExportState {
  /** The collector's host. */
  readonly host: string;
  readonly kind: Collector["kind"];
  /** Entries on record that the collector has not taken. */
  readonly behind: number;
  /** The time of the oldest of them; `null` for none. */
  readonly oldestAt: number | null;
}

export class Exporter extends DurableObject<Env> {
  readonly #store = new ExportStore(this.ctx.storage.sql);
  #maxChars = MAX_BODY_CHARS;

  /** The look of each minute: goes on where there is something new, unless a failure makes it wait. */
  async poke(): Promise<void> {
    const { nextAt } = this.#store.read(readCollector(this.env)?.address);
    const at = Date.now() + waitLeft(nextAt, Date.now(), LONGEST_WAIT_MS);
    const set = await this.ctx.storage.getAlarm();
    if (set === null || set > at) await this.ctx.storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    const collector = readCollector(this.env);
    if (!collector) return;
    try {
      const { position } = this.#store.read(collector.address);
      const parts = await findNewParts(this.env.LEDGER, parsePosition(position), MOST_PER_ALARM);
      for (const part of parts) if (!(await this.#sendPart(part, collector))) return;
      // Until there is nothing new any more.
      if (parts.length > 0) await this.ctx.storage.setAlarm(Date.now());
    } catch (error) {
      await this.#fail(collector, { problem: `the ledger can't be read: ${String(error)}`, waitMs: 0 });
    }
  }

  /** How the export stands; `null` if nothing is sent anywhere. @throws Problem `configuration_invalid` */
  async status(): Promise<ExportStatus | null> {
    const collector = readCollector(this.env);
    if (!collector) return null;
    const state = this.#store.read(collector.address);
    const after = parsePosition(state.position);
    const parts = await findNewParts(this.env.LEDGER, after, Number.MAX_SAFE_INTEGER);
    const oldest = await Promise.all(
      parts.map(async ({ desk, first }) => {
        const { value } = await readOcsf(this.env.LEDGER, { desk, first, last: first }).next();
        return value?.[0]?.time ?? Number.POSITIVE_INFINITY;
      }),
    );
    return {
      ...state,
      host: new URL(collector.address).host,
      kind: collector.kind,
      behind: parts.reduce((sum, { first, last }) => sum + last - first + 1, 0),
      oldestAt: oldest.length > 0 ? Math.min(...oldest) : null,
    };
  }

  /** Sends a part of the trail, the next batch being read meanwhile. @returns false if it has to wait */
  async #sendPart(part: TrailPart, collector: Collector): Promise<boolean> {
    const batches = readOcsf(this.env.LEDGER, part);
    let seq = part.first;
    for (let reading = batches.next(); ; ) {
      const { value: events } = await reading;
      if (!events) return true;
      reading = batches.next();
      // Awaited once these are sent; it may fail before.
      reading.catch(() => {});
      for (let rest = events; rest.length > 0; ) {
        const lines = this.#fill(rest, collector);
        const sent = await sendLines(lines, collector);
        if (sent.taken) {
          seq += lines.length;
          rest = rest.slice(lines.length);
          this.#advance(collector, part.desk, seq - 1);
        } else if (sent.tooLarge && lines.length > 1) this.#maxChars = Math.ceil(lines.join("").length / 2);
        else {
          await this.#fail(collector, sent);
          return false;
        }
      }
    }
  }

  /** The first events, as lines of one request. */
  #fill(events: readonly OcsfEvent[], collector: Collector): readonly string[] {
    const lines: string[] = [];
    let chars = 0;
    for (const event of events) {
      const line = toLine(event, collector);
      chars += line.length;
      if (lines.length > 0 && chars > this.#maxChars) break;
      lines.push(line);
    }
    return lines;
  }

  #advance(collector: Collector, desk: string, seq: number): void {
    const { position } = this.#store.read(collector.address);
    const after = new Map([...parsePosition(position), [desk, seq] as const]);
    const state = { ...AT_FIRST, position: formatPosition(after), sentAt: Date.now() };
    this.#store.write(collector.address, state);
  }

  async #fail(
    collector: Collector,
    { problem, waitMs }: Pick<Extract<SendResult, { taken: false }>, "problem" | "waitMs">,
  ): Promise<void> {
    const state = this.#store.read(collector.address);
    const failures = state.failures + 1;
    const wait = Math.min(Math.max(FIRST_WAIT_MS * 2 ** (failures - 1), waitMs), LONGEST_WAIT_MS);
    const nextAt = Date.now() + wait;
    this.#store.write(collector.address, { ...state, failures, problem, nextAt });
    log("audit_export_delayed", { level: "alert", failures, error: problem });
    await this.ctx.storage.setAlarm(nextAt);
  }
}

export const exporterIn = ({ EXPORTER }: Pick<Env, "EXPORTER">): DurableObjectStub<Exporter> =>
  EXPORTER.getByName("exporter") as DurableObjectStub<Exporter>;

/** Makes the exporter look for new entries, as the cron does each minute. */
export async function pokeExporter(env: Env): Promise<void> {
  if (!isSet(env, "AUDIT_EXPORT_URL")) return;
  await exporterIn(env)
    .poke()
    .catch((error: unknown) => log("exporter_unreachable", { level: "alert", error: String(error) }));
}
