import { retryDelay } from "../../src/base/waits.ts";
import type { AuditEntry } from "../../src/runs/audit.ts";
import type { Run } from "../../src/runs/run.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** The simulated ticket system, which sometimes fails, with the outbox that sends replies to it. */
export class SimulatedSender {
  readonly #clock: Clock;
  readonly #random: Random;
  /** Share of calls that fail. */
  faults = 0;
  /** How often each request of a run's reply arrived, by link and kind. */
  readonly told = new Map<string, number>();
  /** Called when a ticket was moved. */
  onMove: (key: string, to: string) => void = () => {};

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Sends a run's reply, and records the result in the trail. */
  async reply({ id: runId, eventId, reply }: Run, note: (entry: AuditEntry) => Promise<void>): Promise<void> {
    if (!reply?.message) return;
    const { target, version, message, move } = reply;
    const end = (type: string, moved: string | null) =>
      note({ at: this.#clock.now, type, runId, eventId, actor: "reeve", detail: { version, moved } });
    for (const step of move === null ? ["comment"] : ["comment", "move"])
      for (let failures = 0; ; failures++) {
        await this.#clock.sleep(this.#random.between(1, 40));
        const trouble = this.#random.chance(this.faults)
          ? this.#random.pick("busy", "lost before", "lost after", "refused")
          : null;
        if (trouble === null || trouble === "lost after") {
          const what = `${message.link} ${step}`;
          this.told.set(what, (this.told.get(what) ?? 0) + 1);
          if (step === "move" && move !== null) this.onMove(target.key, move);
        }
        await this.#clock.sleep(this.#random.between(1, 40));
        if (trouble === null) break;
        const delay = retryDelay({ retry: trouble === "busy" ? "backoff" : "never" }, failures);
        const type = trouble.startsWith("lost") ? "reply.unknown" : "reply.failed";
        if (delay === null) return end(type, step === "move" ? move : null);
        await this.#clock.sleep(delay);
      }
    return end("reply.sent", move);
  }
}
