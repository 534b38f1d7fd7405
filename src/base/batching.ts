// Combines the calls of several callers into one.

/**
 * Returns a function that sends questions in groups. A question joins the group that is being gathered or, while a call
 * is in flight, the next group. Each caller gets its own answer, or the error of the call.
 * @param ask Returns an answer, or a promise of it, for each question
 * @param gather Resolves when the next group is complete. @default immediately
 */
export function together<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  gather: () => Promise<void> = async () => {},
): (question: Question) => Promise<Answer> {
  const waiting: (Omit<PromiseWithResolvers<Answer>, "promise"> & { readonly question: Question })[] = [];
  let isAsking = false;
  const askAll = async () => {
    isAsking = true;
    while (waiting.length > 0) {
      await gather().catch(() => {});
      const group = waiting.splice(0);
      try {
        const answers = await ask(group.map(({ question }) => question));
        for (const [n, { resolve }] of group.entries()) resolve(answers[n] as Answer | Promise<Answer>);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isAsking = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isAsking) void askAll();
    });
}

/**
 * How long an open batch is kept after the end of its waiting time, in milliseconds: by then, the request that opened
 * the batch was probably cancelled.
 */
const LOST_MS = 30_000;

/**
 * Returns a function that collects items from several requests into batches. The request that adds a batch's first item
 * also delivers the batch, with `waitUntil`, so its response is not delayed.
 * @param waitMs Returns how long a batch waits for more items after its first one, in milliseconds
 * @param isFull Returns true if the batch must be delivered without waiting any longer
 */
export function batches<Item, Env>(
  { waitMs, isFull = () => false }: { waitMs(): number; isFull?(items: readonly Item[]): boolean },
  handOver: (items: readonly Item[], env: Env) => Promise<void>,
): (item: Item, env: Env, ctx: Pick<ExecutionContext, "waitUntil">) => void {
  let open: { readonly items: Item[]; readonly lostAt: number; readonly close: () => void } | null = null;
  return (item, env, ctx) => {
    let batch = open;
    if (!batch || Date.now() > batch.lostAt) {
      const { promise, resolve: close } = Promise.withResolvers<void>();
      const wait = waitMs();
      const opened = { items: [], lostAt: Date.now() + wait + LOST_MS, close };
      setTimeout(close, wait);
      const handedOver = promise.then(() => {
        if (open === opened) open = null;
        return handOver(opened.items, env);
      });
      ctx.waitUntil(handedOver);
      open = batch = opened;
    }
    batch.items.push(item);
    if (!isFull(batch.items)) return;
    batch.close();
    open = null;
  };
}
