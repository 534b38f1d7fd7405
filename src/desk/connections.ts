// Hands out connections to what a desk calls: six of its own, and more through other invocations of the same Worker.
import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import { unlessAborted } from "../base/abort.ts";

/** Connections that one invocation may have open. Source: developers.cloudflare.com/workers/platform/limits */
const CONNECTIONS_PER_INVOCATION = 6;

/** Longer than any caller waits: a call that was given up does not stay open. Milliseconds. */
const GIVE_UP_MS = 30_000;

type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

class Lines extends RpcTarget {
  fetch(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MS) });
  }
}

/**
 * An invocation of this Worker whose connections a desk borrows. One carries many calls, as a request may invoke other
 * Workers 32 times at most. It ends when what `open` answered is disposed of.
 * Source: developers.cloudflare.com/workers/runtime-apis/bindings/service-bindings, "Limits"
 */
export class Courier extends WorkerEntrypoint {
  open(): Lines {
    return new Lines();
  }
}

/** What a courier lends. */
export interface Borrowed extends Disposable {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** The connections of one invocation: how many calls they carry, and how one more leaves. */
interface Carrier {
  busy: number;
  readonly fetch: Fetch;
  readonly dispose: () => void;
}

/** The connections of a desk. A call takes one of the desk's own where one is free, else one of a courier's, else waits. */
export class Connections {
  readonly #own: Carrier;
  readonly #borrow: () => Promise<Borrowed>;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #couriers: Carrier[] = [];
  #busy = 0;

  /**
   * @param fetch The desk's own
   * @param borrow Invokes a courier
   * @param most Calls under way at once
   */
  constructor(fetch: Fetch, borrow: () => Promise<Borrowed>, most: number) {
    this.#own = { busy: 0, fetch, dispose: () => {} };
    this.#borrow = borrow;
    this.#most = most;
  }

  /** `fetch`, once a connection is free. It is taken until the answer begins. */
  readonly fetch: Fetch = async (url, init) => {
    if (this.#busy < this.#most) this.#busy++;
    else await new Promise<void>((takeOver) => this.#waiting.push(takeOver));
    const carrier = this.#free();
    carrier.busy++;
    try {
      return await carrier.fetch(url, init);
    } catch (error) {
      // It may be the courier that is gone, so the next call has another. This one is not repeated: it may have arrived.
      this.#couriers = this.#couriers.filter((one) => one !== carrier);
      throw error;
    } finally {
      carrier.busy--;
      if (carrier.busy === 0 && !this.#couriers.includes(carrier)) carrier.dispose();
      const takeOver = this.#waiting.shift();
      if (takeOver) takeOver();
      else this.#busy--;
    }
  };

  /** Gives back what is borrowed, as soon as it carries nothing. */
  giveBack(): void {
    const idle = this.#couriers.filter(({ busy }) => busy === 0);
    this.#couriers = [];
    for (const { dispose } of idle) dispose();
  }

  #free(): Carrier {
    const known = [this.#own, ...this.#couriers].find(({ busy }) => busy < CONNECTIONS_PER_INVOCATION);
    if (known) return known;
    const lines = this.#borrow();
    const courier: Carrier = {
      busy: 0,
      // A signal does not travel to another invocation: what has left goes on, and only the waiting for it ends.
      fetch: (url, { signal, ...init }) =>
        unlessAborted(
          lines.then((borrowed) => {
            signal?.throwIfAborted();
            return borrowed.fetch(String(url), init);
          }),
          signal ?? undefined,
        ),
      dispose: () => void lines.then((borrowed) => borrowed[Symbol.dispose]()).catch(() => {}),
    };
    this.#couriers.push(courier);
    return courier;
  }
}
