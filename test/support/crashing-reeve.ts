import { crashPointAfterCommit } from "./crash-points.ts";
import { watchCalls, watchLedger, watchWrites } from "./crash-watch.ts";
import reeve, { Control as RealControl, Desk as RealDesk, Outbox as RealOutbox } from "./reeve-with-rules.ts";

export { TokenKeeper } from "./reeve-with-rules.ts";

/**
 * Reeve as the variable `RULES` has it, with a crash point at each boundary of a run's life. Between two neighbouring points either nothing
 * changes outside of memory, or one thing does, so that killing at every point finds every state a kill can leave:
 *
 * - `write …`: before each writing statement, named by what it makes of a run if it does, and before each setting of an
 *   alarm. Its turn's transaction is not committed; those of earlier turns are. So the first write of a turn is also the
 *   point after the turn before.
 * - `call …`: all writes before a call of the tenant or the sender are committed, the call has not left.
 * - `answer …`: the tenant has done its part and answered (or dropped the answer); Reeve knows nothing of it.
 * - `ledger …`: all writes before a batch of D1 are committed, the batch has not left. That it is on record, and the
 *   desk does not know, is the next write.
 * - `acknowledge …`: the delivery is committed, its sender has no answer.
 * - `end of alarm`: everything is committed, but the alarm is still set.
 *
 * Not covered are moments inside one commit of the runtime (SQLite's own, or between it and the list of alarms), and
 * the token in KV, which is a cache.
 */
export class Desk extends RealDesk {
  constructor(ctx: DurableObjectState, bindings: ConstructorParameters<typeof RealDesk>[1]) {
    watchWrites(ctx.storage);
    super(ctx, { ...bindings, LEDGER: watchLedger(bindings.LEDGER) });
  }

  override async alarm(): Promise<void> {
    await super.alarm();
    await crashPointAfterCommit("end of alarm");
  }
}

export class Control extends RealControl {
  constructor(ctx: DurableObjectState, bindings: ConstructorParameters<typeof RealControl>[1]) {
    watchWrites(ctx.storage);
    super(ctx, bindings);
  }

  override async alarm(): Promise<void> {
    await super.alarm();
    await crashPointAfterCommit("end of Control's alarm");
  }
}

export class Outbox extends RealOutbox {
  constructor(ctx: DurableObjectState, bindings: ConstructorParameters<typeof RealOutbox>[1]) {
    watchWrites(ctx.storage);
    super(ctx, bindings);
  }

  override async alarm(): Promise<void> {
    await super.alarm();
    await crashPointAfterCommit("end of the outbox's alarm");
  }
}

watchCalls();

export default {
  ...reeve,
  async fetch(request, bindings, ctx) {
    const answer = await reeve.fetch(request, bindings, ctx);
    if (request.method === "POST") await crashPointAfterCommit(`acknowledge ${answer.status}`);
    return answer;
  },
} satisfies typeof reeve;
