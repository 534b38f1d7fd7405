// The list of the inventory's entries.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { Author, describeEntry, INVENTORY_KINDS, type InventoryEntry } from "../../actions/inventory.ts";
import { addDays, formatDay, toIsoDay } from "../../base/days.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { identifyPerson } from "../../operate/owners.ts";
import { isAllowed } from "../../operate/person.ts";
import { InventoryQuery } from "../../operate/requests.ts";
import { ACTS } from "../../policy/acts.ts";
import { textAt } from "../../systems/reading/json.ts";
import { DecideForm, Labelled } from "../components/decide-form.tsx";
import { useFrame } from "../components/frame.ts";
import { JsonView } from "../components/json-view.tsx";
import type { RowsOf } from "../components/lists.tsx";
import { Badge, PersonLink, Text, Time } from "../components/text.tsx";
import { declareList } from "./list.tsx";

const KINDS: Readonly<Record<string, string>> = { tool: "tracked tool" };

const InventoryRow = z
  .object({
    kind: z.enum(INVENTORY_KINDS),
    key: z.string(),
    data: z.unknown().meta({ description: "The content, in a format that depends on the kind." }),
    runs: z.record(z.string(), z.int()).meta({
      description: "Ids of the last runs that confirmed the entry, and their times (Unix milliseconds).",
    }),
    changedBy: Author.meta({ description: "Id of the run, or email of the person, that made the change." }),
    changedAt: z.int().meta({ description: "Unix milliseconds." }),
  })
  .meta({ id: "InventoryEntry" });

/** How the inventory and the pages of people show an entry. */
export const inventoryLines: RowsOf<InventoryEntry> = {
  heads: ["Kind", "What", "Ends"],
  sort: "ends",
  line(entry) {
    const { until, standing } = readStanding(entry);
    const { kind, changedAt, changedBy } = entry;
    return {
      mark: <Badge tone="quiet">{KINDS[kind] ?? kind.replaceAll("_", " ")}</Badge>,
      sentence: <Text of={describeEntry(entry)} />,
      facts: [
        standing !== null && <Text of={standing} />,
        <>
          written by{" "}
          {"run" in changedBy ? (
            <a href={`/runs/${encodeURIComponent(changedBy.run)}`}>Reeve</a>
          ) : (
            <PersonLink email={changedBy.person} />
          )}
          , <Time at={changedAt} />
        </>,
      ],
      below: <EntryDetails of={entry} />,
      last: until === null ? "–" : formatDay(until),
    };
  },
};

export const inventoryList = declareList({
  path: "/inventory",
  of: "entries",
  summary: "The inventory: tracked tools, known ownerships, end dates and snapshots",
  query: InventoryQuery,
  row: InventoryRow,
  async read(env, { limit, cursor, sort, person, ...filter }) {
    const { ids, note } = person === undefined ? {} : await identifyPerson(env, person);
    const page = await listInventory(env.LEDGER, { ...filter, people: ids }, { limit, cursor, sort });
    return { ...page, ...(note && { note }) };
  },
  intro: (
    <p>
      Reeve tracks these objects: tools, ownerships, session policies that end, campaigns, and the snapshots
      from the automations' last runs. Entries are added by Reeve's own effects, by{" "}
      <code>npm run reeve -- inventory:import</code> and by <code>POST /api/inventory</code>.
    </p>
  ),
  views: ({ person, config }) => ({
    All: {},
    ...(person.email && { Mine: { person: person.email } }),
    "Ends within 30 days": {
      untilBy: addDays(toIsoDay(Date.now(), config.settings.timeZone), 30),
      sort: "ends",
    },
  }),
  choices: { kind: KINDS },
  empty: (
    <>
      No entries yet. Import existing objects with <code>npm run reeve -- inventory:import</code>.
    </>
  ),
  ...inventoryLines,
});

/** Shows the whole entry, and the form that removes it if the reader's role allows it. */
const EntryDetails: FC<{ readonly of: InventoryEntry }> = ({ of: entry }) => {
  const { kind, key, data } = entry;
  const title = describeEntry(entry);
  return (
    <details>
      <summary>
        <Labelled label="Details" about={`of ${title}`} />
      </summary>
      <JsonView value={{ key, ...data }} label={`Entry ${title}`} />
      {isAllowed(useFrame().person, "inventory") && (
        <DecideForm
          action="/inventory/removed"
          label={ACTS.inventory.button}
          about={title}
          fields={{ kind, key }}
        >
          <p>Reeve no longer tracks this. Changes that were made remain; an automation might add it again.</p>
        </DecideForm>
      )}
    </details>
  );
};

/** Returns the last day of an entry, and the state of a tool at its last check or of a campaign when it was created. */
function readStanding({ data }: InventoryEntry) {
  if ("completionDate" in data || "state" in data) {
    const { state = "", completionDate } = data;
    const words = state.replace("ACCESS_REVIEW_STATE_", "").replaceAll("_", " ");
    return { until: completionDate?.slice(0, 10) ?? null, standing: words.toLowerCase() || null };
  }
  const until = textAt(data, "until") ?? "";
  return {
    until: /^\d{4}-\d\d-\d\d$/.test(until) ? until : null,
    standing: "tool" in data ? (data.tool.standing ?? null) : null,
  };
}
