import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "./figures/statistics.ts";
import { startFloor } from "./floor/start.ts";
import { jiraDeliveries } from "./jira-deliveries.ts";
import { loadAll } from "./load.ts";
import { type RunningReeve, startReeve, UNLIMITED } from "./reeve.ts";
import { openTenant, ownersAsked } from "./tenant.ts";
import { startWitness, type Witness } from "./witness.ts";
import { type Contestant, cpuMicroseconds, writtenBytes } from "./workerd.ts";

/** Reeve and the floor, which use one tenant. */
export interface Arena extends AsyncDisposable {
  readonly reeve: RunningReeve;
  readonly floor: Contestant;
  /** The proxy between the contestants and the tenant, or `null` if none was requested. */
  readonly witness: Witness | null;
  /**
   * Sends deliveries that each make a connector owner, and waits until the tenant has received the calls.
   * @param ageMs Age of the tickets, in milliseconds. By default, the tickets are new
   */
  work(who: "reeve" | "floor", deliveries: number, connections: number, ageMs?: number): Promise<Worked>;
}

/** The result of a number of deliveries. */
export interface Worked {
  /** Time from the first delivery to the last owner. */
  readonly seconds: number;
  /** The 99th percentile of the time until a response, while earlier deliveries are worked on. */
  readonly acknowledgedMs: number;
  /** CPU time of the contestant's process per delivery; for Reeve, until the run is recorded. */
  readonly microseconds: number;
  /** Bytes written to disk per delivery, measured likewise. */
  readonly bytes: number;
}

const POLL_MS = 20;
const DEADLINE_MS = 120_000;

/**
 * Starts the contestants.
 * @param between The proxy in front of the tenant: a witness, which delays every request a little, or one that delays
 * each response by a number of milliseconds
 */
export async function openArena(between: "nothing" | "witness" | number = "nothing"): Promise<Arena> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "reeve-bench-"));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const start = async <Started extends { stop(): Promise<void> }>(starting: Promise<Started>) =>
    started.adopt(await starting, (one) => one.stop());
  const tenant = await start(openTenant(folder));
  const witness =
    between === "nothing"
      ? null
      : await start(startWitness(Number(tenant.url.port), between === "witness" ? 0 : between));
  const origin = `http://localhost:${witness?.port ?? tenant.url.port}`;
  const reeve = await start(
    startReeve(folder, {
      rules: UNLIMITED,
      bindings: { ...tenant.credential, GOVERNANCE_BASE_URL: origin },
    }),
  );
  const { authorization } = tenant;
  const floor = await start(startFloor(folder, { origin, authorization }));

  const contestants = { reeve, floor };
  let sent = 0;
  return {
    ...contestants,
    witness,
    async work(who, count, connections, ageMs) {
      const deliveries = jiraDeliveries(count, "Connector owner", ageMs);
      const { url, pid } = contestants[who];
      const wanted = (await ownersAsked(tenant)) + count;
      const before = { at: performance.now(), cpu: cpuMicroseconds(pid), bytes: writtenBytes(pid) };
      const waits: number[] = [];
      await loadAll(url, deliveries, 202, connections, waits);
      while ((await ownersAsked(tenant)) < wanted) {
        if (performance.now() > before.at + DEADLINE_MS) throw new Error(`${who}: not all owners were made`);
        await sleep(POLL_MS);
      }
      const seconds = (performance.now() - before.at) / 1000;
      if (who === "reeve") {
        sent += count;
        await reeve.onRecord({ done: sent });
      }
      return {
        seconds,
        acknowledgedMs: quantile(waits, 0.99),
        microseconds: (cpuMicroseconds(pid) - before.cpu) / count,
        bytes: (writtenBytes(pid) - before.bytes) / count,
      };
    },
    [Symbol.asyncDispose]: dispose(started.move()),
  };
}

const dispose = (stack: AsyncDisposableStack) => () => stack.disposeAsync();
