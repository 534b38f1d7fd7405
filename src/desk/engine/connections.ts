// Bounds the calls that a desk has under way: an invocation of a Worker has six connections.

type Fetch = (url: string | URL, init: RequestInit) => Promise<Response>;

/** `fetch` with at most so many calls under way until their answers begin; the others wait their turn. */
export function atMostAtOnce(most: number, fetch: Fetch): Fetch {
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return async (url, init) => {
    if (underWay < most) underWay++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      init.signal?.throwIfAborted();
      return await fetch(url, init);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay--;
    }
  };
}
