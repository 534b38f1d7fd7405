import { crashPointAfterCommit } from "./crash-points.ts";
import { watchCalls, watchLedger, watchWrites } from "./crash-watch.ts";
import reeve, { Control as RealControl, Desk as RealDesk, Outbox as RealOutbox } from "./reeve-with-rules.ts";

export { TokenKeeper } from "./reeve-with-rules.ts";

/**
 * Reeve as the variable `RULES` configures it, with a crash point at each boundary of a run. Between two neighbouring
 * points at most one thing changes outside of memory, so that a crash at every point covers every state that a crash
 * can leave:
 *
 * - `write …`: before each writing statement, named by the state that it gives a run, if any, and before each alarm is
 * set. The transaction of its turn is not committed; those of earlier turns are. So the first write of a turn is also
 * the point after the previous turn.
 * - `call …`: all writes before a call of the tenant or the sender are committed, but the call has not left.
 * - `answer …`: the tenant has carried out the call and responded (or dropped the response), but Reeve does not know.
 * - `ledger …`: all writes before a batch of D1 are committed, but the batch has not left. The state in which it is
 * recorded without the desk's knowledge is the next write.
 * - `acknowledge …`: the delivery is committed, but its sender has no response.
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
