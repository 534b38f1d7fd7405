// A service that is probed: what every one of its answers shows besides the body.
import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "../../governance/client/attempt.ts";
import { defaultTransport } from "../../governance/client/index.ts";
import { fetchWhole } from "../shared/governance.ts";
import type { ProbeFinding } from "./strict.ts";

/** An answer. `body` is its JSON; `undefined` where it is none. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An assertion is good for two minutes, and the service takes one that is five ahead at most. */
const MAX_SKEW_MS = 60_000;
const MAX_WAITS = 4;
const MAX_WAIT_SECONDS = 10;
/** Time for a call, with all waits. */
const TIMEOUT_MS = 60_000;

/** Notes request ids, the clock, rate limits and times; one instance is one probe. */
export class Service {
  last: ProbeAnswer | null = null;
  readonly #times: number[] = [];
  #withoutId = 0;
  #limited = 0;
  #withoutRetryAfter = 0;
  #skewMs: number | null = null;
  readonly #limits = new Set<string>();

  /** Sends a call once, whatever comes back. */
  readonly hasty: Transport = {
    ...defaultTransport,
    timeoutMs: TIMEOUT_MS,
    maxAttempts: 1,
    fetch: (url, init) => this.#fetch(url, init),
  };
  /** Sends it again after a 429, once the service takes calls again. */
  readonly patient: Transport = {
    ...this.hasty,
    fetch: async (url, init) => {
      for (let waits = 0; ; waits += 1) {
        const response = await this.#fetch(url, init);
        if (response.status !== 429 || waits === MAX_WAITS) return response;
        const seconds = Number(response.headers.get("retry-after")) || 1;
        await sleep(1_000 * Math.min(MAX_WAIT_SECONDS, seconds));
      }
    },
  };

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const begun = Date.now();
    const response = await fetchWhole(url, init);
    const took = Date.now() - begun;
    this.#times.push(took);
    const { headers, status } = response;
    this.last = { status, body: parsed(await response.clone().text()) };
    if (!headers.get("x-request-id")) this.#withoutId += 1;
    const date = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(date)) this.#skewMs = begun + took / 2 - date;
    if (status === 429) {
      this.#limited += 1;
      if (headers.get("retry-after") === null) this.#withoutRetryAfter += 1;
    }
    for (const [name] of headers) if (/^(x-)?rate-?limit/i.test(name)) this.#limits.add(name);
    return response;
  }

  /** Findings about all calls together. */
  findings(): ProbeFinding[] {
    const calls = this.#times.length;
    const findings: ProbeFinding[] = [];
    const departs = (where: string, what: string) => findings.push({ is: "departure", where, what });
    const note = (where: string, what: string) => findings.push({ is: "note", where, what });
    if (this.#withoutId > 0) departs("every answer", `has no x-request-id (${this.#withoutId} of ${calls})`);
    const skew = this.#skewMs;
    if (skew === null) note("clock", "the service does not say what time it is");
    else if (Math.abs(skew) > MAX_SKEW_MS) {
      const seconds = Math.round(Math.abs(skew) / 1_000);
      departs("clock", `the service's is ${seconds} s ${skew > 0 ? "behind" : "ahead of"} this machine's`);
    }
    if (this.#withoutRetryAfter > 0)
      departs("rate limit", `a 429 has no Retry-After (${this.#withoutRetryAfter} of ${this.#limited})`);
    note(
      "rate limit",
      this.#limited > 0 ? `${this.#limited} of ${calls} calls were refused` : `none met in ${calls} calls`,
    );
    if (this.#limits.size > 0) note("rate limit", `headers: ${[...this.#limits].sort().join(", ")}`);
    note("time", `the slowest of ${calls} calls took ${Math.max(...this.#times)} ms`);
    return findings;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
