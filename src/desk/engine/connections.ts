// Hands out connections to what a desk calls: six of its own, and more through other invocations of the same Worker.
import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import { unlessAborted } from "../../base/abort.ts";

/** Connections that one invocation may have open. Source: developers.cloudflare.com/workers/platform/limits */
const CONNECTIONS_PER_INVOCATION = 6;

/** Bytes of an answer that a courier hands over whole at most. */
const MAX_WHOLE_BYTES = 256 * 1024;

/** While the fastest answers come within this many milliseconds, one of six connections is free sooner than a courier pays. */
const SOON_MS = 30;

/** How far a slower answer moves what the fastest are said to take. */
const SLOWER_WEIGHT = 1 / 16;

/** How long a call waits for one of the desk's own connections at most, in milliseconds. */
const PATIENCE_MS = 100;

/** Longer than any caller waits: a call that was given up does not stay open. Milliseconds. */
const GIVE_UP_MS = 30_000;

type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** An answer that is handed over whole: a stream between two invocations costs as much as the call. */
interface Whole {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: ArrayBuffer;
}

class Lines extends RpcTarget {
  async fetch(url: string, init: RequestInit): Promise<Whole | Response> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MS) });
    const { status, headers } = response;
    const length = headers.get("content-length");
    if (length === null || Number(length) > MAX_WHOLE_BYTES || headers.has("content-encoding"))
      return response;
    return { status, headers: Object.fromEntries(headers), body: await response.arrayBuffer() };
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
  fetch(url: string, init: RequestInit): Promise<Whole | Response>;
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
  /**
   * How long the fastest of the latest answers took, in milliseconds. Not the average: that is long, too, where this
   * machine has too much to do, and more calls at once would make it longer.
   */
  #fastest = 0;
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
      const slower = Date.now() - began - this.#fastest;
      this.#fastest += slower > 0 ? slower * SLOWER_WEIGHT : slower;
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
      this.#goOn(true);
      if (this.#waiting.length > 0) this.#watch();
    }, PATIENCE_MS);
  }

  #goOn(byCourier = false): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const carrier = this.#take(byCourier);
      if (!carrier) return;
      this.#waiting.shift();
      first(carrier);
    }
  }

  /** Takes a connection, where there is one to be had now. */
  #take(byCourier = this.#fastest >= SOON_MS): Carrier | undefined {
    if (this.#busy >= this.#most) return undefined;
    const hasRoom = ({ busy }: Carrier) => busy < CONNECTIONS_PER_INVOCATION;
    if (!hasRoom(this.#own) && !byCourier) return undefined;
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
          lines.then(async (borrowed) => {
            signal?.throwIfAborted();
            return responseOf(await borrowed.fetch(String(url), init));
          }),
          signal ?? undefined,
        ),
      dispose: () => void lines.then((borrowed) => borrowed[Symbol.dispose]()).catch(() => {}),
    };
    this.#couriers.push(courier);
    return courier;
  }
}

function responseOf(answer: Whole | Response): Response {
  if (answer instanceof Response) return answer;
  const { body, ...init } = answer;
  return new Response(body.byteLength > 0 ? body : null, init);
}
