// Watches the governance API through the calls that runs make anyway: paces the calls, reports an outage, and ends the
// waits that the outage caused.
import { Problem } from "../../base/problem.ts";
import { type Call, caller, type Governance, type Paced } from "../../governance/client/index.ts";
import type { Entry } from "./agenda.ts";
import { Pace, type PaceDeps, type PaceHealth } from "./pace.ts";
import type { DeskStore } from "./store.ts";

/**
 * An operation without a response for this long counts as unavailable: its waiting runs continue after the next
 * response.
 */
const AWAY_MS = 30_000;
/** The interval between the starts of runs after an outage, so that they do not all reach the API at the same time. */
const APART_MS = 100;

export interface ApiHealth {
  /** When the API last responded, with any status; `null` if it has not responded since the desk woke. */
  readonly answeredAt: number | null;
  readonly pace: PaceHealth;
  readonly retrying: number;
  /** The outage that the retrying runs wait for; `null` if the API has responded since these runs failed. */
  readonly outage: {
    readonly since: number;
    readonly operations: readonly string[];
    readonly problem: string;
    readonly nextTry: number;
  } | null;
}

export class ApiWatch {
  readonly #store: DeskStore;
  readonly #now: () => number;
  readonly #pace: Pace;
  readonly #answers = new Map<string, number>();

  constructor(store: DeskStore, deps: PaceDeps) {
    this.#store = store;
    this.#now = deps.now;
    this.#pace = new Pace(deps);
  }

  /** Returns the API with its calls limited to the desk's pace, and records the time of each response. */
  watched(governance: Governance): Governance {
    const call: Call = async (operation, input, options = {}) => {
      const paced: Paced = options.paced ?? ((send) => send());
      const atPace: Paced = (send) => paced((onHeaders) => this.#pace.send(() => send(onHeaders)));
      try {
        const answer = await (governance.call as Call)(operation, input, { ...options, paced: atPace });
        this.#note(operation.id);
        return answer;
      } catch (error) {
        if (error instanceof Problem && error.code === "governance_refused") this.#note(operation.id);
        throw error;
      }
    };
    return { prepare: (options) => governance.prepare(options), ...caller(call) };
  }

  health(): ApiHealth {
    const waiting = this.#failing(() => true);
    const failing = waiting.filter(({ failing }) => failing.at > (this.#answers.get(failing.operation) ?? 0));
    const last = failing.toSorted((one, other) => other.failing.at - one.failing.at)[0];
    const answeredAt = Math.max(...this.#answers.values());
    return {
      answeredAt: Number.isFinite(answeredAt) ? answeredAt : null,
      pace: this.#pace.health(),
      retrying: waiting.length,
      outage: last
        ? {
            since: Math.min(...failing.map(({ failing }) => failing.since)),
            operations: [...new Set(failing.map(({ failing }) => failing.operation))],
            problem: last.failing.problem,
            nextTry: Math.min(...failing.map(({ dueAt }) => dueAt)),
          }
        : null,
    };
  }

  /** Ends the runs' wait for their next attempt: they become due one after the other, at short intervals. */
  #retryNow(which: (entry: Entry) => boolean): void {
    const now = this.#now();
    const waiting = this.#failing(which).toSorted((one, other) => one.dueAt - other.dueAt);
    for (const [n, { entry, dueAt }] of waiting.entries())
      this.#store.agenda.set({ ...entry, dueAt: Math.min(dueAt, now + n * APART_MS) });
  }

  #note(operation: string): void {
    const now = this.#now();
    const before = this.#answers.get(operation) ?? 0;
    this.#answers.set(operation, now);
    // The call needed a token, so the token endpoint responded, too.
    this.#answers.set("createToken", now);
    if (now - before > AWAY_MS)
      this.#retryNow(
        ({ failing }) => failing?.operation === operation || failing?.operation === "createToken",
      );
  }

  #failing(which: (entry: Entry) => boolean) {
    return Array.from(this.#store.agenda.entries()).flatMap((entry) => {
      const { failing, dueAt } = entry;
      return failing && dueAt !== null && which(entry) ? [{ entry, failing, dueAt }] : [];
    });
  }
}
