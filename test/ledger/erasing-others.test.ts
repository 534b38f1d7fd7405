/** Tests that an erasure only changes rows of the erased person, even if the name is one of Reeve's own words. */

import { runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { putEntry } from "../../src/actions/inventory.ts";
import { automations } from "../../src/automations/index.ts";
import { WAITS_MS } from "../../src/base/waits.ts";
import { OutboxStore } from "../../src/channels/outbox-store.ts";
import { SlackStore } from "../../src/channels/slack/store.ts";
import { sample } from "../../src/cli/start/sample.ts";
import { ControlClaims } from "../../src/desk/claims.ts";
import { ControlBatches } from "../../src/desk/control/batches.ts";
import { ControlStore } from "../../src/desk/control/store.ts";
import { operations } from "../../src/governance/contract/index.ts";
import { writeInventory } from "../../src/ledger/inventory.ts";
import { CONTROL_ABOUT, LEDGER_ABOUT, OUTBOX_ABOUT } from "../../src/ledger/people/about.ts";
import { makeEraser, type Row } from "../../src/ledger/people/eraser.ts";
import { record } from "../../src/ledger/record.ts";
import { RUN_STATES } from "../../src/runs/states.ts";
import { CONTROL, OUTBOX } from "../desk/bindings.ts";
import { sampleOf } from "../support/sweep.ts";
import { eventRow, LEDGER, migrateLedger, runRow } from "./ledger.ts";

const OTHER = "ada.marsh@example.com";
const TOOL = { app: { id: "app_github", name: "GitHub" }, connector: { id: "con_jira", name: "Jira" } };

/** Writes rows of other people to all tables, with words from Reeve's own schema, settings and automations. */
async function writeRows(): Promise<void> {
  await migrateLedger();
  WAITS_MS.gather = 1;
  const names = [...automations.keys()];
  const action = (name: string) => ({
    action: "tool.retire",
    input: { ...TOOL, role: "1 Steward", name },
    summary: `Make ${OTHER} the owner of ${name}, as role 1 Steward.`,
    target: `tool ${name} of app_github`,
    effects: [
      { operation: "createConnectorOwner", input: { path: { app_id: "app_github", role: "1 Steward" } } },
    ],
    leaves: [],
    beneficiaries: [],
  });
  const run = (name: string, n: number) =>
    runRow(n, {
      automation: name,
      state: RUN_STATES[n % RUN_STATES.length],
      plan: { hash: "00", actions: [action(name)] },
      ignored: "Nothing is to be done.",
      progress: { state: { after: name }, done: 1, of: 2, what: "tools" },
    });
  await record(
    LEDGER,
    names.map((name, n) =>
      eventRow(n, {
        subject: `schedule:${name}`,
        declined: [{ reason: "It is of another type.", automations: names }],
        event: JSON.stringify({
          type: "ticket.created",
          subject: `jira:${n}`,
          actor: { name: "Ada Marsh", email: OTHER },
          ticket: {
            system: "jira",
            id: `${n}`,
            key: "IAM-1",
            title: `Access to ${name}`,
            fields: { role: "Owner" },
          },
        }),
        payload: JSON.stringify({ issue: { name, app: TOOL } }),
      }),
    ),
    names.map(run),
  );
  const owned = {
    of: "connector" as const,
    ...TOOL,
    roleSlug: "owner",
    user: { id: "usr_1", name: "Ada Marsh" },
  };
  const by = { person: OTHER };
  const entries = [
    putEntry("ownership", owned),
    putEntry("tool", { ...TOOL, tool: { id: "tool_1", name: "Delete branch" } }),
    putEntry("campaign", { name: "Access Review", owners: [{ id: "usr_1", name: "Ada Marsh" }] }),
    putEntry("snapshot", { value: { tools: names } }, "catalog-changes"),
  ];
  await LEDGER.batch(
    writeInventory(
      LEDGER,
      entries.map((entry) => ({ ...entry, by, at: 1 })),
    ),
  );
  await runInDurableObject(CONTROL.getByName("control"), (_, { storage: { sql } }) => {
    const store = new ControlStore(sql, []);
    for (const automation of [null, ...names]) {
      store.set("pause", { automation, by: OTHER, reason: "Pause all agents for a dry run" }, 1);
      store.set("dry_run", { automation, by: OTHER, reason: "Dry run of the desk" }, 1);
    }
    store.set("agents", { automation: null, by: OTHER, reason: "Agents off" }, 1);
    const [automation = ""] = names;
    const claim = {
      automation,
      person: OTHER,
      runId: "run_1",
      subject: "workday:1",
      type: "worker.terminated",
      facts: "2026-12-20",
      effectAt: 1,
      confirmed: true,
      wait: null,
      signed: true,
    };
    new ControlClaims(sql).claim(claim, [], 1);
    const batch = {
      decision: "cancelled",
      filter: "runs that are held",
      preview: [],
      by: OTHER,
      roles: ["operator"],
    };
    const runs = names.map((name) => ({
      run: `run_${name}`,
      state: "held",
      hash: null,
      subject: `schedule:${name}`,
    }));
    new ControlBatches(sql).make("batch_1", batch as never, runs as never, 1);
  });
  await runInDurableObject(OUTBOX.getByName("outbox"), (_, { storage: { sql } }) => {
    const outbox = new OutboxStore(sql);
    for (const name of names)
      outbox.add(`${name}:webhook:operators`, name, { channel: "webhook" } as never, 1);
    sql.exec("UPDATE items SET item = NULL");
    const button = {
      description: "follow_up_done",
      run: { id: "run_1", subject: "jira:1", hash: "00" },
      summaries: names,
    };
    new SlackStore(sql).addButton("button_1", button as never, 1);
  });
}

/** Reads all rows of a Durable Object, by table. */
const rowsOf = (sql: SqlStorage): Readonly<Record<string, Row[]>> =>
  Object.fromEntries(
    sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf*' AND name NOT GLOB 'sqlite*'",
      )
      .toArray()
      .map(({ name }) => [
        name,
        sql.exec<Record<string, string | number | null>>(`SELECT * FROM "${name}"`).toArray(),
      ]),
  );
const inObject = <Kind extends typeof CONTROL | typeof OUTBOX>(of: Kind, name: string) =>
  runInDurableObject(of.getByName(name) as DurableObjectStub, (_, { storage }) => rowsOf(storage.sql));

async function rowsEverywhere() {
  const ledger: Record<string, Row[]> = {};
  for (const { place } of LEDGER_ABOUT)
    ledger[place] = (await LEDGER.prepare(`SELECT * FROM ${place}`).all<Row>()).results;
  // Control stores the number of desks on the first request.
  const { desks: _, ...control } = await inObject(CONTROL, "control");
  return { ledger, control, outbox: await inObject(OUTBOX, "outbox") };
}

/** Lists all words in the schema, the settings, the contract and the automations. */
async function listWords(): Promise<string[]> {
  const { results } = await LEDGER.prepare("SELECT name, sql FROM sqlite_master").all();
  const text = JSON.stringify([
    results,
    sample,
    [...automations.values()],
    Object.keys(operations),
    RUN_STATES,
    await rowsEverywhere(),
  ]);
  const words = text
    .replaceAll(/[\w.+-]+@[\w.-]+/g, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => word.split("_"));
  return [...new Set(words.map((word) => word.toLowerCase()))].filter(
    (word) => /^\p{L}\w+$/u.test(word) && word !== "marsh" && word !== "ada",
  );
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

beforeAll(writeRows);

it("erasing a person whose name is a word that Reeve uses changes no row about other people", async () => {
  const rows = await rowsEverywhere();
  const declared = [
    ...LEDGER_ABOUT.map(({ place, columns }) => [rows.ledger[place] ?? [], columns] as const),
    ...Object.entries(CONTROL_ABOUT).map(([name, columns]) => [rows.control[name] ?? [], columns] as const),
    ...Object.entries(OUTBOX_ABOUT).map(([name, columns]) => [rows.outbox[name] ?? [], columns] as const),
  ];
  expect(declared.every(([found]) => found.length > 0)).toBe(true);
  const words = await listWords();
  expect(words.length).toBeGreaterThan(300);
  const changed = sampleOf(words, 100).filter((word) => {
    const names = [capital(word), `${capital(word)} Quarx`, `Quarx ${capital(word)}`];
    const { erase } = makeEraser({ email: `${word}@quarx.example`, names });
    return declared.some(([found, columns]) => found.some((row) => erase(row, columns) !== null));
  });
  expect(changed).toEqual([]);
});
