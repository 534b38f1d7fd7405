// A probed service: its answers, with clock and timing.
import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "../../governance/client/attempt.ts";
import { defaultTransport, GovernanceProblem } from "../../governance/client/index.ts";
import { fetchWhole } from "../shared/governance.ts";
import { jsonIn } from "../shared/text.ts";
import type { ProbeFinding } from "./findings.ts";

export interface ProbeAnswer {
  readonly status: number;
  /** The JSON; `undefined` for other text. */
  readonly body: unknown;
  readonly headers: Headers;
  readonly tookMs: number;
  /** The lead of this machine's clock over the service's; `NaN` if the answer has no time. */
  readonly skewMs: number;
}

/** An assertion is valid for two minutes, and the service accepts five. */
const MAX_SKEW_MS = 60_000;
const MAX_WAITS = 4;
const MAX_WAIT_SECONDS = 10;
/** The time limit of a call with all its waits. */
const TIMEOUT_MS = 60_000;

/** Notes every answer; one instance for each probe. */
export class Service {
  readonly #answers: ProbeAnswer[] = [];

  /** Sends a call once. */
  readonly hasty: Transport = {
    ...defaultTransport,
    timeoutMs: TIMEOUT_MS,
    maxAttempts: 1,
    fetch: (url, init) => this.#fetch(url, init),
  };
  /** Repeats a call after a 429, when the service allows it. */
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
    const tookMs = Date.now() - begun;
    const { headers, status } = response;
    const skewMs = begun + tookMs / 2 - Date.parse(headers.get("date") ?? "");
    this.#answers.push({ status, body: jsonIn(await response.clone().text()), headers, tookMs, skewMs });
    return response;
  }

  /** The answer to a call, whatever the client makes of it. @throws the call's error without an answer */
  async answerTo(call: () => Promise<unknown>): Promise<ProbeAnswer | undefined> {
    const before = this.#answers.length;
    await call().catch((error: unknown) => {
      if (!(error instanceof GovernanceProblem) || this.#answers.length === before) throw error;
    });
    return this.#answers.slice(before).at(-1);
  }

  /** Findings about all calls together. */
  findings(): ProbeFinding[] {
    const calls = this.#answers.length;
    const lacking = (header: string, of: readonly ProbeAnswer[] = this.#answers) =>
      of.filter(({ headers }) => !headers.get(header)).length;
    const findings: ProbeFinding[] = [];
    const departs = (where: string, what: string) => findings.push({ is: "departure", where, what });
    const note = (where: string, what: string) => findings.push({ is: "note", where, what });
    const withoutId = lacking("x-request-id");
    if (withoutId > 0) departs("every answer", `has no x-request-id (${withoutId} of ${calls})`);
    const skew = this.#answers.findLast(({ skewMs }) => !Number.isNaN(skewMs))?.skewMs;
    if (skew === undefined) note("clock", "the service does not say what time it is");
    else if (Math.abs(skew) > MAX_SKEW_MS) {
      const seconds = Math.round(Math.abs(skew) / 1_000);
      departs("clock", `the service's is ${seconds} s ${skew > 0 ? "behind" : "ahead of"} this machine's`);
    }
    const limited = this.#answers.filter(({ status }) => status === 429);
    const endless = lacking("retry-after", limited);
    if (endless > 0) departs("rate limit", `a 429 has no Retry-After (${endless} of ${limited.length})`);
    const met =
      limited.length > 0 ? `${limited.length} of ${calls} calls were refused` : `none met in ${calls} calls`;
    note("rate limit", met);
    const names = this.#answers.flatMap(({ headers }) => [...headers.keys()]);
    const limits = new Set(names.filter((name) => /^(x-)?rate-?limit/i.test(name)));
    if (limits.size > 0) note("rate limit", `headers: ${[...limits].sort().join(", ")}`);
    note(
      "time",
      `the slowest of ${calls} calls took ${Math.max(...this.#answers.map(({ tookMs }) => tookMs))} ms`,
    );
    return findings;
  }
}
