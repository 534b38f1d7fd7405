// `npm run deploy -- --dry-run`: lists what a deployment would create and change.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type Config, settingsIn } from "../../define-config.ts";
import { errorMessage } from "../shared/command-line.ts";
import { askReeve } from "../shared/reeve-api.ts";
import { queryLedger } from "./runs.ts";
import type { Wrangler } from "./wrangler.ts";

const Migration = z.object({ name: z.string() });
const Settings = z.object({ settings: z.record(z.string(), z.unknown()) });

/**
 * Lists the changes that a deployment would make, one line each, without making them.
 * @param folder The folder of `wrangler.toml`
 * @param site The deployment's address, or "" if it is unknown
 */
export async function listChanges(wrangler: Wrangler, folder: string, config: Config, site: string) {
  const namespaces: unknown[] = JSON.parse(await wrangler(["kv", "namespace", "list"]));
  const applied = await queryLedger(wrangler, "SELECT name FROM d1_migrations", Migration);
  const files = readdirSync(join(folder, "src/ledger/migrations")).sort();
  const missing = files.filter((file) => !applied.some(({ name }) => name === file));
  return [
    ...(namespaces.length === 0 ? ["create a KV namespace, unless wrangler.toml has its id"] : []),
    ...(applied.length === 0 ? ["create the ledger's database, unless it exists"] : []),
    ...missing.map((file) => `apply ${file} to the ledger`),
    "upload the Worker",
    ...(await listSettingChanges(config, site)),
  ];
}

/** Lists the settings that differ from those of the running deployment, or the reason why they can't be compared. */
async function listSettingChanges(config: Config, site: string): Promise<string[]> {
  if (!site) return ["perhaps change settings: to compare them, set REEVE_URL to the deployment's address"];
  try {
    const { settings: there } = Settings.parse(await askReeve(new URL(site), "settings"));
    const here = Object.fromEntries(settingsIn(config).map(({ path, value }) => [path.join("."), value]));
    return Object.keys({ ...there, ...here }).flatMap((name) => {
      const [was, is] = [there[name], here[name]].map((value) => JSON.stringify(value) ?? "not set");
      return was === is ? [] : `change ${name}: ${was} → ${is}`;
    });
  } catch (error) {
    return [`perhaps change settings, which can't be compared: ${errorMessage(error)}`];
  }
}
