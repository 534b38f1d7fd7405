// Makes the probe's calls, and notes what every one of them shows: request ids, the clock, rate limits, times.
import type { ProbeFinding } from "./shown.ts";

/** What a call came to. `body` is its JSON; `undefined` where it is none. */
export interface ProbeAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A request of the probe. */
export interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly token: string;
}

const TIMEOUT_MS = 10_000;
/** An assertion is good for two minutes, and the service takes one that is five ahead at most. */
const MAX_SKEW_MS = 60_000;
const MAX_WAITS = 4;
const MAX_WAIT_SECONDS = 10;

/** Calls a service at an address; one instance is one probe. */
export class Caller {
  readonly #root: string;
  readonly #untilMs: number;
  readonly #times: number[] = [];
  #withoutId = 0;
  #limited = 0;
  #withoutRetryAfter = 0;
  #waitedSeconds = 0;
  #skewMs: number | null = null;
  readonly #limits = new Set<string>();

  /** @param untilMs When no further call is begun, Unix milliseconds. */
  constructor(root: string, untilMs: number) {
    this.#root = root;
    this.#untilMs = untilMs;
  }

  get isOver(): boolean {
    return Date.now() > this.#untilMs;
  }

  /** Sends a request, again after a 429 once the service takes calls again. @throws Error where no answer comes */
  async ask(asked: Asked): Promise<ProbeAnswer> {
    for (let waits = 0; ; waits += 1) {
      const response = await this.#send(asked.path, {
        method: asked.method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${asked.token}`,
          ...(asked.body !== undefined && { "content-type": "application/json" }),
        },
        ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
      });
      const answer = { status: response.status, body: parsed(await response.text()) };
      if (answer.status !== 429 || waits === MAX_WAITS || this.isOver) return answer;
      const seconds = Math.min(MAX_WAIT_SECONDS, Number(response.headers.get("retry-after") ?? 1) || 1);
      this.#waitedSeconds += seconds;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }

  /** Posts a form, as for a token. */
  async askForm(path: string, form: URLSearchParams): Promise<ProbeAnswer> {
    const response = await this.#send(path, { method: "POST", body: form });
    return { status: response.status, body: parsed(await response.text()) };
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const begun = Date.now();
    const response = await fetch(this.#root + path, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const took = Date.now() - begun;
    this.#times.push(took);
    const { headers, status } = response;
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

  /** What all calls together showed. */
  findings(): ProbeFinding[] {
    const calls = this.#times.length;
    const departure = (where: string, what: string): ProbeFinding => ({ is: "departure", where, what });
    const note = (where: string, what: string): ProbeFinding => ({ is: "note", where, what });
    const slowest = Math.max(...this.#times);
    const seconds = Math.round((this.#skewMs ?? 0) / 1_000);
    return [
      ...(this.#withoutId > 0
        ? [departure("every answer", `has no x-request-id (${this.#withoutId} of ${calls})`)]
        : []),
      ...(this.#skewMs === null ? [note("clock", "the service does not say what time it is")] : []),
      ...(Math.abs(this.#skewMs ?? 0) > MAX_SKEW_MS
        ? [
            departure(
              "clock",
              `the service's is ${Math.abs(seconds)} s ${seconds > 0 ? "behind" : "ahead of"} this machine's`,
            ),
          ]
        : []),
      ...(this.#withoutRetryAfter > 0
        ? [
            departure(
              "rate limit",
              `a 429 has no Retry-After (${this.#withoutRetryAfter} of ${this.#limited})`,
            ),
          ]
        : []),
      this.#limited > 0
        ? note(
            "rate limit",
            `${this.#limited} of ${calls} calls were refused, ${this.#waitedSeconds} s waited`,
          )
        : note("rate limit", `none met in ${calls} calls`),
      ...(this.#limits.size > 0
        ? [note("rate limit", `headers: ${[...this.#limits].sort().join(", ")}`)]
        : []),
      note("time", `the slowest of ${calls} calls took ${slowest} ms`),
    ];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
