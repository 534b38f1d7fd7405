// `npm run person`: shows or erases all that a Reeve holds about somebody. Exit 0: done; 1: not; 2: wrong usage.
import { PersonData } from "../../ledger/shapes.ts";
import { agreed, command, readOptions, UsageError } from "../shared/command-line.ts";
import { noReeveAt, personHeaders, reeveAddress } from "../shared/reeve-api.ts";

const USAGE = `usage: npm run person -- export|erase EMAIL [--name "Kim Lee"] [--reason "…"] [--yes] [--reeve https://reeve.example.com]

  export    prints all that is held about them as JSON, with where it lies and how long it is kept
  erase     says what that is, asks, and erases it: docs/security.md says what stays
  --name    full names of theirs that Reeve does not know, with semicolons between them
  --reason  why they are erased; kept in the audit trail, without their name
  --yes     goes on without asking
  --reeve   address of the Reeve                        default: REEVE_URL, or the local stack
            a deployed one needs CF_ACCESS_TOKEN (what \`cloudflared access token\` prints) of an admin
  --port    the port of the local stack                 default: PORT, or 8787`;

const STAYS = `Stays: audit entries with a pseudonym, what was done, when, and their hashes; ids of the governance service.
For 30 days: what Cloudflare can restore (D1 Time Travel, recovery of Durable Objects); for 7, Workers Logs.
Out of Reeve's reach: tickets, HR systems, Slack, Teams, mail, exports, and the governance service.`;

await command(USAGE, async (args) => {
  const text = { type: "string" } as const;
  const options = { name: text, reason: text, reeve: text, port: text, yes: { type: "boolean" } } as const;
  const { values, positionals } = readOptions(args, options, 2);
  const [what, email] = positionals;
  const { name = "", reason, reeve: address, port } = values;
  if ((what !== "export" && what !== "erase") || !email?.includes("@"))
    throw new UsageError("say export or erase, and an email");
  if (what === "erase" && !reason) throw new UsageError("say why: --reason");
  const reeve = reeveAddress({ address, port });

  /** All pages of an answer. */
  async function askAll(
    ask: (after: string | undefined) => readonly [path: string, body?: object],
  ): Promise<PersonData> {
    const pages: PersonData[] = [];
    for (let after: string | null | undefined; after !== null; after = pages.at(-1)?.next ?? null) {
      const [path, body] = ask(after);
      const response = await fetch(new URL(`/api/people/${encodeURIComponent(email ?? "")}/${path}`, reeve), {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: { "content-type": "application/json", ...personHeaders(process.env) },
        redirect: "manual",
      }).catch(noReeveAt(reeve));
      const answer = await response.text();
      if (!response.ok)
        throw new Error(`${reeve.origin} answers ${response.status}: ${answer.slice(0, 2_000)}`);
      pages.push(PersonData.parse(JSON.parse(answer)));
    }
    const [first] = pages;
    if (!first) throw new Error("no answer");
    const names = [...new Set(pages.flatMap((page) => page.names))];
    return { ...first, names, held: pages.flatMap(({ held }) => held), next: null };
  }
  /** Looks again with each name that a look finds. */
  async function readAll(names: string): Promise<PersonData> {
    const data = await askAll((after) => [`data?${new URLSearchParams({ names, ...(after && { after }) })}`]);
    const known = data.names.join(";");
    return known.length > names.length ? readAll(known) : data;
  }

  const data = await readAll(name);
  if (what === "export") {
    console.log(JSON.stringify(data, null, 2));
    return 0;
  }
  console.log(`${[email, ...data.names].join(", ")}: ${countPlaces(data)}\n${STAYS}`);
  if (!values.yes && !(await agreed("Erase them?"))) return 1;
  const names = data.names.join(";");
  const erased = await askAll((after) => ["erase", { reason, names, after }]);
  console.log(`erased: ${countPlaces(erased)}`);
  for (const { place, row } of erased.held)
    if (place === "inventory")
      console.log(`  no longer tracked, or without them: ${row["kind"]} ${row["key"]}`);
  return 0;
});

function countPlaces({ held }: PersonData): string {
  const places = Array.from(
    Map.groupBy(held, ({ place }) => place),
    ([place, rows]) => `${rows.length} in ${place}`,
  );
  return places.join(", ") || "nothing is held";
}
