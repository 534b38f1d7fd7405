// Hands out connections to what a desk calls: six of its own, and more through other invocations of the same Worker.
import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import { unlessAborted } from "../base/abort.ts";

/** Connections that one invocation may have open. Source: developers.cloudflare.com/workers/platform/limits */
const CONNECTIONS_PER_INVOCATION = 6;

/** While answers come within this many milliseconds, one of six connections is free sooner than a courier pays off. */
const SOON_MS = 30;

/** What the newest answer's time counts among those before. */
const NEWEST_WEIGHT = 1 / 8;

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

/**
 * The connections of a desk. A call takes one of the desk's own. Where none is free it waits for one as long as answers
 * come soon, which costs nothing, and else takes one of a courier's, which costs an invocation's CPU and a hop.
 */
export class Connections {
  readonly #own: Carrier;
  readonly #borrow: () => Promise<Borrowed>;
  readonly #most: number;
  readonly #waiting: ((carrier: Carrier) => void)[] = [];
  #couriers: Carrier[] = [];
  #busy = 0;
  /** How long answers take, in milliseconds: a moving average. */
  #answersTake = 0;
  #watching = false;

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
    const carrier = this.#take() ?? (await this.#wait());
    const began = Date.now();
    try {
      return await carrier.fetch(url, init);
    } catch (error) {
      // It may be the courier that is gone, so the next call has another. This one is not repeated: it may have arrived.
      this.#couriers = this.#couriers.filter((one) => one !== carrier);
      throw error;
    } finally {
      this.#answersTake += (Date.now() - began - this.#answersTake) * NEWEST_WEIGHT;
      this.#busy--;
      carrier.busy--;
      if (carrier.busy === 0 && !this.#couriers.includes(carrier)) carrier.dispose();
      this.#goOn();
    }
  };

  /** Gives back what is borrowed, as soon as it carries nothing. */
  giveBack(): void {
    const idle = this.#couriers.filter(({ busy }) => busy === 0);
    this.#couriers = [];
    for (const { dispose } of idle) dispose();
  }

  #wait(): Promise<Carrier> {
    const taken = new Promise<Carrier>((take) => this.#waiting.push(take));
    if (!this.#watching) this.#watch();
    return taken;
  }

  /** Who has waited for too long waits no longer for the desk's own connections. */
  #watch(): void {
    this.#watching = true;
    setTimeout(() => {
      this.#watching = false;
      this.#answersTake = Math.max(this.#answersTake, SOON_MS);
      this.#goOn();
      if (this.#waiting.length > 0) this.#watch();
    }, SOON_MS);
  }

  #goOn(): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const carrier = this.#take();
      if (!carrier) return;
      this.#waiting.shift();
      first(carrier);
    }
  }

  /** Takes a connection, where there is one to be had now. */
  #take(): Carrier | undefined {
    if (this.#busy >= this.#most) return undefined;
    const hasRoom = ({ busy }: Carrier) => busy < CONNECTIONS_PER_INVOCATION;
    if (!hasRoom(this.#own) && this.#answersTake < SOON_MS) return undefined;
    const carrier = [this.#own, ...this.#couriers].find(hasRoom) ?? this.#newCourier();
    carrier.busy++;
    this.#busy++;
    return carrier;
  }

  #newCourier(): Carrier {
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
