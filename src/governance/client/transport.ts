/** The world outside the client: network, time, chance. Tests bring their own. */
export interface Transport {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Waits that many milliseconds; rejects with the signal's reason when it is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Time an attempt has for connection, answer and body together. @default 10000 */
  readonly timeoutMs: number;
  /** How often a call is sent at most; the repeat after a 401 is not counted. @default 4 */
  readonly maxAttempts: number;
  /** Longest answer that is read, in bytes after decompression. @default 16777216 */
  readonly maxResponseBytes: number;
}

export const defaultTransport: Transport = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
  timeoutMs: 10_000,
  // With backoff.ts's delays this outlasts a restart of the service (a few seconds) and gives up while
  // whoever asked is still waiting; longer outages are the desk's to wait for.
  maxAttempts: 4,
  // A page of 100 users with 30 fields each is about 0.2 MiB; an isolate has 128 MiB for everything.
  maxResponseBytes: 16 * 1024 * 1024,
};

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
