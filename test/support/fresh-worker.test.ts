import { evictAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { record } from "../../src/ledger/record.ts";
import { CONTROL, DESK } from "../desk/bindings.ts";
import { TOKENS } from "../governance/client/bindings.ts";
import { eventRow, LEDGER, migrateLedger } from "../ledger/ledger.ts";
import { emptied } from "./fresh-worker.ts";

const tables = () => LEDGER.prepare("SELECT name FROM sqlite_master WHERE name = 'events'").all();

it("a test Worker's storage is emptied even if it contains only a KV key", async () => {
  await TOKENS.put("left", "behind");
  await emptied();
  expect(await TOKENS.get("left")).toBeNull();
});

it("a test file finds no data of the previous file, even if its Durable Objects were evicted", async () => {
  for (const rest of [async () => {}, () => evictAllDurableObjects()]) {
    await migrateLedger();
    await record(LEDGER, [eventRow(1)], []);
    await CONTROL.getByName("control").setScheduledUntil(1);
    await runInDurableObject(DESK.getByName("desk-0"), (_, { storage }) => storage.put("left", "behind"));
    await rest();
    await emptied();
    expect((await tables()).results).toEqual([]);
    expect(await CONTROL.getByName("control").scheduledUntil()).toBeNull();
    expect(
      await runInDurableObject(DESK.getByName("desk-0"), (_, { storage }) => storage.get("left")),
    ).toBeUndefined();
  }
});
