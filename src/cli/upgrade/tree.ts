// What an upgrade compares of a tree: run as a program in each of two trees, it prints it as JSON.
import { readdirSync, readFileSync } from "node:fs";
import { OUTBOX_TABLES } from "../../channels/outbox-store.ts";
import { SLACK_TABLES } from "../../channels/slack/store.ts";
import { BATCHES_TABLES } from "../../desk/control/batches.ts";
import { CLAIMS_TABLES } from "../../desk/control/claims.ts";
import { NOTES_TABLES } from "../../desk/control/notes.ts";
import { CONTROL_TABLES } from "../../desk/control/store.ts";
import { DESK_TABLES } from "../../desk/engine/store.ts";
import { root } from "../shared/bundle.ts";
import { loadWorkingTree, mistakesIn } from "../shared/working-tree.ts";

/** The versions of each store's tables in Durable Objects, oldest first. */
export const STORES: Readonly<Record<string, readonly string[]>> = {
  desk: DESK_TABLES,
  control: CONTROL_TABLES,
  claims: CLAIMS_TABLES,
  batches: BATCHES_TABLES,
  notes: NOTES_TABLES,
  outbox: OUTBOX_TABLES,
  slack: SLACK_TABLES,
};

if (import.meta.main) {
  const loaded = await loadWorkingTree().then(
    ({ config }) => ({ enabled: Object.keys(config.settings.automations), mistakes: [] }),
    (error: unknown) => ({ enabled: [], mistakes: mistakesIn(error) }),
  );
  const tables = [
    ...readdirSync(root("src/ledger/migrations")).map((name) => `the ledger, ${name}`),
    ...Object.entries(STORES).map(([name, versions]) => `${name}, version ${versions.length}`),
  ];
  const { version } = JSON.parse(readFileSync(root("package.json"), "utf8"));
  console.log(JSON.stringify({ version, ...loaded, tables }));
}
