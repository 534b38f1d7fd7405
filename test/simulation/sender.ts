import { Problem } from "../../src/base/problem.ts";
import type { RunReply } from "../../src/runs/run.ts";
import type { Event } from "../../src/systems/event.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** The system that the tickets come from, which is told what became of them, and has bad moments. */
export class SimulatedSender {
  readonly #clock: Clock;
  readonly #random: Random;
  /** Share of calls that go wrong. */
  faults = 0;
  /** How often each step of a run's reply arrived, by link and step. */
  readonly told = new Map<string, number>();
  /** Called when a ticket was moved. */
  onMove: (event: Event, to: string) => void = () => {};

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** What a process sends while it lives. */
  reply(isAlive: () => boolean) {
    return async (event: Event, { message, step, move }: RunReply): Promise<null> => {
      if (!isAlive()) return never();
      await this.#clock.sleep(this.#random.between(1, 40));
      const trouble = this.#random.chance(this.faults)
        ? this.#random.pick("busy", "lost before", "lost after", "refused")
        : null;
      if (trouble === null || trouble === "lost after") {
        const what = `${message.link} ${step}`;
        this.told.set(what, (this.told.get(what) ?? 0) + 1);
        if (step === "move" && move !== null) this.onMove(event, move);
      }
      await this.#clock.sleep(this.#random.between(1, 40));
      if (!isAlive()) return never();
      if (trouble === "busy") throw new Problem("sender_unavailable", trouble);
      if (trouble === "refused") throw new Problem("sender_refused", trouble);
      if (trouble !== null) throw new Problem("sender_outcome_unknown", trouble);
      return null;
    };
  }
}

const never = (): Promise<never> => new Promise(() => {});
