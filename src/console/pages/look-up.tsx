// The lookup pages: a form for each lookup at the governance service, and its results.
import type { FC } from "hono/jsx";
import { formatIssue } from "../../base/configured.ts";
import { asProblem, formatInvalid, forRequester, Problem } from "../../base/problem.ts";
import { lookups } from "../../lookups/index.ts";
import { type Found, findNow, type Lookup } from "../../lookups/lookup.ts";
import { JsonView } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, Filters, listAt, More, Table } from "../components/lists.tsx";
import { TEXT_CHARS, Text, Time } from "../components/text.tsx";
import type { Asked } from "./page-context.tsx";

const NAMES: Readonly<Record<string, string>> = {
  users: "People",
  user: "Person",
  tool: "Tool",
  catalog: "MCP catalog",
  server: "MCP server",
  audit: "Audit of secrets",
};

/** Shows a lookup with its form. Everyone who can read the console can look things up. */
export async function lookUpPage(
  { env, var: { config } }: Asked,
  name: string,
  { cursor, ...given }: Readonly<Record<string, unknown>>,
) {
  const lookup = lookups.get(name);
  if (!lookup) throw new Problem("not_found", "there is no such lookup");
  const around = { env, settings: config.settings, by: `the page /look-up/${name}` };
  const found = await findOrSay(lookup, given, around, typeof cursor === "string" ? cursor : undefined);
  const next = found && "title" in found ? found.next : undefined;
  const query = given as Readonly<Record<string, string>>;
  return (
    <Layout title={NAMES[name] ?? name} at="/look-up">
      <nav class="views" aria-label="Look-ups">
        {Array.from(lookups.keys(), (one) => (
          <a href={`/look-up/${one}`} aria-current={one === name ? "true" : undefined}>
            {NAMES[one] ?? one}
          </a>
        ))}
      </nav>
      <p class="dim">{lookup.help} Read from the governance service now, and not recorded.</p>
      <Filters action={`/look-up/${name}`} query={lookup.input} settings={config.settings} label="Look up" />
      {found &&
        ("fault" in found ? (
          <Text as="p" class="note bad" of={found.fault} most={TEXT_CHARS} />
        ) : (
          <Findings of={found} />
        ))}
      {next && <More to={listAt(`/look-up/${name}`, { ...query, cursor: next })} />}
    </Layout>
  );
}

/** Returns the findings, an error for the reader, or `null` if the form is still empty and has a required field. */
async function findOrSay(
  lookup: Lookup,
  given: Readonly<Record<string, unknown>>,
  around: Parameters<typeof findNow>[2],
  page: string | undefined,
): Promise<Found | { readonly fault: string } | null> {
  const read = lookup.input.safeParse(given, { error: formatIssue });
  const [issue] = read.error?.issues ?? [];
  if (issue && Object.keys(given).length === 0) return null;
  if (issue) return { fault: formatInvalid(issue.path.join(".") || "the address", issue.message) };
  const found = await findNow(lookup, read.data, around, page).catch(asProblem);
  return found instanceof Problem ? { fault: forRequester(found) } : found;
}

const Findings: FC<{ readonly of: Found }> = ({ of: { title, lines, note, whole } }) => (
  <>
    <Text as="h2" of={title} />
    {note && <p class="note">{<Text of={note} />}</p>}
    {whole === undefined ? (
      lines.length > 0 && (
        <Table
          of={lines}
          columns={{
            Name: {
              names: true,
              cell: ({ name, more }) => {
                const shown = <Text of={name} />;
                return more ? <a href={listAt(`/look-up/${more.lookup}`, more.input)}>{shown}</a> : shown;
              },
            },
            About: ({ detail, at }) => (
              <>
                {at !== undefined && <Time at={at} />} <Text of={detail ?? ""} />
              </>
            ),
          }}
        />
      )
    ) : (
      <>
        <Facts of={lines.map(({ name, detail = "" }) => [name, <Text of={detail} most={TEXT_CHARS} />])} />
        <details>
          <summary>All data from the service</summary>
          <JsonView value={whole} label={title} />
        </details>
      </>
    )}
  </>
);
