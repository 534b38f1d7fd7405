import type { CallOptions, Governance } from "../../src/governance/client/index.ts";
import { GovernanceProblem } from "../../src/governance/client/problem.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** People of the tenant, by email. */
export const PEOPLE: Readonly<Record<string, string>> = {
  "ada.marsh@example.com": "usr_ada",
  "ines.holm@example.com": "usr_ines",
  "omar.reyes@example.com": "usr_omar",
};

interface Call {
  readonly operation: string;
  readonly input: { readonly path?: { readonly id?: string }; readonly body?: Record<string, unknown> };
}

/** A tenant that records the changes made to it, and sometimes fails. */
export class SimulatedTenant {
  readonly #clock: Clock;
  readonly #random: Random;
  /** Share of calls that fail. */
  faults = 0;
  /** How often each tool was deleted. */
  readonly deleted = new Map<string, number>();
  /** How long a tool is shown after it was deleted, in milliseconds, by its key. */
  readonly lags = new Map<string, number>();
  readonly #deletedAt = new Map<string, number>();
  readonly campaigns = new Map<string, number>();
  /** Called while a change is under way. */
  onChange: () => void = () => {};
  /** Called with each requested change, before it is carried out. */
  onEffect: (key: string) => void = () => {};

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Returns true if the deletion of a tool is visible. */
  shows(key: string): boolean {
    const at = this.#deletedAt.get(key);
    return at !== undefined && this.#clock.now >= at + (this.lags.get(key) ?? 0);
  }

  /** Returns the tenant's API for a process: calls leave, and responses arrive, only while the process lives. */
  governance(isAlive: () => boolean): Governance {
    const call = async ({ id }: { id: string }, input: Call["input"], options: CallOptions = {}) => {
      const { paced = (send) => send() } = options;
      let answer: () => unknown = never;
      await paced(async (onHeaders) => {
        if (!isAlive()) return never();
        await this.#clock.sleep(this.#random.between(1, 40));
        if (id === "createCampaign" || id === "deleteMcpTool") this.onChange();
        answer = this.#answer({ operation: id, input });
        onHeaders?.();
        await this.#clock.sleep(this.#random.between(1, 40));
        if (!isAlive()) return never();
        return { outcome: "answered", status: readStatus(answer), headers: new Headers(), text: "" };
      });
      return answer();
    };
    // The contract types each operation's input and response; here all of them are plain objects.
    return { prepare: async () => false, call } as unknown as Governance;
  }

  /** Carries the call out or not, and returns the response, which can hide the outcome. */
  #answer({ operation, input }: Call): () => unknown {
    const trouble = this.#random.chance(this.faults)
      ? this.#random.pick("busy", "lost before", "lost after", "refused")
      : null;
    const problem =
      (...[code, what, facts]: [GovernanceProblem["code"], string, { httpStatus?: number }?]) =>
      () => {
        throw new GovernanceProblem(code, operation, what, facts);
      };
    if (operation === "searchUsers") {
      if (trouble) return problem("governance_unavailable", "it was busy", { httpStatus: 503 });
      const refs = JSON.stringify(input.body?.["refs"] ?? []);
      const found = Object.entries(PEOPLE).filter(
        ([email, id]) => email === input.body?.["email"] || refs.includes(JSON.stringify(id)),
      );
      return () => ({ list: found.map(([, id]) => ({ user: { id } })) });
    }
    if (operation === "getMcpTool") {
      if (trouble) return problem("governance_unavailable", "it was busy", { httpStatus: 503 });
      const id = String(input.path?.id);
      return () => ({ tool: { id, ...(this.shows(id) && { deletedAt: "2026-01-01T00:00:00Z" }) } });
    }
    const once = operation === "createCampaign";
    const key = once ? String(input.body?.["displayName"]) : String(input.path?.id);
    this.onEffect(key);
    if (trouble === "busy") return problem("governance_unavailable", "it was busy", { httpStatus: 429 });
    if (trouble === "refused")
      return problem("governance_refused", "it did not want to", { httpStatus: 400 });
    const lost = once
      ? problem("governance_outcome_unknown", "no answer came")
      : problem("governance_unavailable", "no answer came");
    if (trouble === "lost before") return lost;
    const done = once ? this.campaigns : this.deleted;
    const before = done.get(key) ?? 0;
    if (!once && before > 0)
      return problem("governance_refused", "there is no such tool", { httpStatus: 404 });
    done.set(key, before + 1);
    if (!once) {
      this.#deletedAt.set(key, this.#clock.now);
      this.lags.set(key, this.#random.pick(0, 0, 2_000, 150_000, LOST_MS));
    }
    return trouble === "lost after" ? lost : () => ({});
  }
}

/** A delay longer than any check waits for the change, in milliseconds. */
const LOST_MS = 3_600_000;

/** Returns the HTTP status of a response, which the client turns into a problem. */
function readStatus(answer: () => unknown): number {
  try {
    answer();
    return 200;
  } catch (error) {
    return (error instanceof GovernanceProblem && error.httpStatus) || 200;
  }
}

const never = (): Promise<never> => new Promise(() => {});
