import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { settled } from "../../src/cli/backtest/record.ts";
import { sendAsJira } from "../../src/cli/send/deliver.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { startStack } from "../../src/cli/start/stack.ts";
import { ticketDelivery } from "../node/e2e/tickets.ts";
import { TEN_AUTOMATIONS } from "./reeve.ts";

/**
 * `node test/bench/cost.ts [--events 200]`: what an event costs on the platform, counted on the local runtime: Jira
 * tickets that each make a connector owner, and tickets that concern none of ten automations; of each kind one after
 * another and then all at once. docs/cost.md is made from it.
 */
const { values } = parseArgs({ options: { events: { type: "string", default: "200" } } });
const events = Number(values.events);
/** Events that come by themselves, and the rest after which a desk sleeps. */
const APART = 20;
const REST_MS = 1_500;

/** Those that `src/config.ts` comes with. */
const THREE = ["connector-owner-from-ticket", "requested-action", "connector-owners-end"];
await count("a ticket with one call", THREE, (body) => body);
await count("irrelevant, ten automations", TEN_AUTOMATIONS, (body) =>
  body.replace("Connector owner", "New laptop"),
);

/** Counts what events of a kind cost, with these automations enabled. @param change Makes one of an approved ticket's body */
async function count(
  kind: string,
  enabled: readonly string[],
  change: (body: string) => string,
): Promise<void> {
  let lines = 0;
  const { policy, settings } = sample;
  const stack = await startStack({
    entry: "test/support/counting-reeve.ts",
    bindings: { RULES: JSON.stringify({ enabled, policy, fields: settings.fields }) },
    log: () => void lines++,
  });
  const { url } = stack.reeve;
  let sent = 0;

  async function deliver(): Promise<string> {
    const { body, id } = ticketDelivery(++sent, {});
    const response = await sendAsJira(url, change(body), { id });
    if (response.status !== 202) throw new Error(`not taken in: ${response.status}`);
    return ((await response.json()) as { event: string }).event;
  }

  async function counted(): Promise<Record<string, number>> {
    const counts = (await (await fetch(new URL("/_counts", url))).json()) as Record<string, number>;
    const logLines = lines;
    lines = 0;
    return { ...counts, logLines };
  }

  function print(how: string, n: number, counts: Record<string, number>): void {
    console.log(`\n${kind}, ${how}, for each of ${n} events, each a delivery:`);
    for (const [name, figure] of Object.entries(counts))
      console.log(`  ${name.padEnd(20)} ${(figure / n).toFixed(2)}`);
  }

  await settled(url, await deliver());
  await sleep(REST_MS);
  await counted();
  for (let n = 0; n < APART; n++) {
    await settled(url, await deliver());
    await sleep(REST_MS);
  }
  print("each by itself", APART, await counted());

  const all = await Promise.all(Array.from({ length: events }, deliver));
  for (const event of all) await settled(url, event, 60_000);
  await sleep(REST_MS);
  print("all at once", events, await counted());

  const ledger = await stack.reeve.miniflare.getD1Database("LEDGER", "reeve");
  const { meta } = await ledger.prepare("SELECT 1").run();
  console.log(`\nledger: ${(Number(meta["size_after"]) / sent / 1024).toFixed(1)} KiB an event, of ${sent}`);
  await stack.stop();
}
