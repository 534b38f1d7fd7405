// `npm run reeve -- person`: exports or erases the data that Reeve stores about a person.
import { PersonData } from "../../ledger/shapes.ts";
import { reeveAddress } from "../shared/arguments.ts";
import { agreed, type ExitCode, print, printJson, UsageError } from "../shared/command-line.ts";
import { askReeve } from "../shared/reeve-api.ts";

const STAYS = `Audit entries remain, with a pseudonym, the operation, the time and the hashes, and so do ids of the governance service.
Cloudflare can restore data for 30 days (D1 Time Travel, Durable Objects), and keeps Workers Logs for 7 days.
Reeve can't erase data in tickets, HR systems, Slack, Teams, mail, exports and the governance service.`;

interface Options {
  readonly name?: string;
  readonly reason?: string;
  readonly yes?: true;
}

export default async function (
  what: "export" | "erase",
  email: string,
  { name = "", reason, yes }: Options,
): Promise<ExitCode> {
  if (!email.includes("@")) throw new UsageError(`Give the person's email address, not "${email}"`);
  if (what === "erase" && !reason) throw new UsageError("Give a reason with --reason");
  const reeve = reeveAddress();

  /** Requests all pages of a result, and merges them. */
  async function askAll(
    ask: (after: string | undefined) => readonly [path: string, body?: object],
  ): Promise<PersonData> {
    const pages: PersonData[] = [];
    for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next ?? null) {
      const [path, body] = ask(after);
      const answer = await askReeve(reeve, `people/${encodeURIComponent(email)}/${path}`, body);
      pages.push(PersonData.parse(answer));
    }
    const [first] = pages;
    if (!first) throw new Error("no answer");
    const names = [...new Set(pages.flatMap((page) => page.names))];
    const [held, left] = [pages.flatMap((page) => page.held), pages.flatMap((page) => page.left)];
    return { ...first, names, held, left: [...new Set(left)], next: null };
  }
  /** Reads the data, and reads it again with all known names whenever it reveals further names of the person. */
  async function readAll(names: string): Promise<PersonData> {
    const data = await askAll((after) => [`data?${new URLSearchParams({ names, ...(after && { after }) })}`]);
    const known = data.names.join(";");
    return known.length > names.length ? readAll(known) : data;
  }

  const data = await readAll(name);
  if (what === "export") {
    printJson(data);
    return 0;
  }
  print(`${[email, ...data.names].join(", ")}: ${countPlaces(data)}\n${STAYS}`);
  if (!yes && !(await agreed("Erase this data?"))) return 1;
  const names = data.names.join(";");
  const erased = await askAll((after) => ["erase", { reason, names, after }]);
  print(`erased: ${countPlaces(erased)}`);
  for (const { place, row } of erased.held)
    if (place === "inventory") print(`  no longer tracked, or anonymized: ${row["kind"]} ${row["key"]}`);
  for (const place of erased.left) print(`  still contains the person's email or name: ${place}`);
  return 0;
}

function countPlaces({ held }: PersonData): string {
  const byPlace = Map.groupBy(held, ({ place }) => place);
  const counts = Array.from(byPlace, ([place, rows]) => `${rows.length} in ${place}`);
  return counts.join(", ") || "nothing is stored";
}
