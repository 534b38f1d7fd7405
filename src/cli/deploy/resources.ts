// Finds or makes the account's resources that Reeve is bound to, and writes their ids into `wrangler.toml`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type IdPlace, idAt, isPlaceholder, withId } from "./toml.ts";
import type { Wrangler } from "./wrangler.ts";

/** Something of the account that Reeve is bound to. */
interface Resource {
  readonly what: string;
  readonly name: string;
  readonly place: IdPlace;
  readonly list: readonly string[];
  readonly create: readonly string[];
  /** The answer to `list`: ids and names. */
  readonly read: (output: unknown) => readonly { readonly id: string; readonly name: string }[];
}

const Namespaces = z.array(z.object({ id: z.string(), title: z.string() }));
const Databases = z.array(z.object({ uuid: z.string(), name: z.string() }));

/**
 * The KV namespace and the D1 database of a Worker.
 * @param within Where its bindings are in `wrangler.toml`: `env.test.`, or nothing for production
 */
export const resourcesOf = (worker: string, database: string, within = ""): readonly Resource[] => [
  {
    what: "KV namespace",
    name: `${worker}-TOKENS`,
    place: { table: `${within}kv_namespaces`, binding: "TOKENS", member: "id" },
    list: ["kv", "namespace", "list"],
    create: ["kv", "namespace", "create", `${worker}-TOKENS`],
    read: (output) => Namespaces.parse(output).map(({ id, title }) => ({ id, name: title })),
  },
  {
    what: "D1 database",
    name: database,
    place: { table: `${within}d1_databases`, binding: "LEDGER", member: "database_id" },
    list: ["d1", "list", "--json"],
    create: ["d1", "create", database],
    read: (output) => Databases.parse(output).map(({ uuid, name }) => ({ id: uuid, name })),
  },
];

/**
 * Finds a resource by the id in `wrangler.toml`, else by its name; else creates it. The id is written into
 * `wrangler.toml`, so that every command of wrangler finds it there.
 * @returns what was done, as a sentence
 */
export async function ensure(resource: Resource, folder: string, wrangler: Wrangler): Promise<string> {
  const { what, name, place, create } = resource;
  const path = join(folder, "wrangler.toml");
  const configured = idAt(readFileSync(path, "utf8"), place);
  const listed = async () => resource.read(JSON.parse(await wrangler(resource.list)));
  const before = await listed();
  if (!isPlaceholder(configured)) {
    if (before.some(({ id }) => id === configured)) return `${what} ${configured} is there`;
    throw new Error(
      `wrangler.toml names the ${what} ${configured} (${place.binding}), which this account does not have. ` +
        "Is it another account's (CLOUDFLARE_ACCOUNT_ID)? To create a new one, put zeros in its place.",
    );
  }
  const named = (all: typeof before) => all.find((one) => one.name === name);
  const found = named(before);
  if (!found) await wrangler(create);
  const id = found?.id ?? named(await listed())?.id;
  if (id === undefined)
    throw new Error(`the ${what} ${name} was created and is not listed yet; wait a minute`);
  writeFileSync(path, withId(readFileSync(path, "utf8"), place, id));
  return `${what} ${name} ${found ? "found" : "created"}; its id ${id} is in wrangler.toml now`;
}
