// The inventory page.
import type { FC } from "hono/jsx";
import type * as z from "zod";
import { INVENTORY_KINDS, type InventoryEntry, type Ownership } from "../../actions/inventory.ts";
import { addDays, formatDay, toIsoDay } from "../../base/days.ts";
import { listInventory } from "../../ledger/inventory.ts";
import { personId } from "../../operate/owners.ts";
import { isAllowed } from "../../operate/person.ts";
import type { InventoryQuery } from "../../operate/requests.ts";
import { textAt } from "../../systems/reading/json.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { useFrame } from "../components/frame.ts";
import { JsonView } from "../components/json-view.tsx";
import { ListPage, Table } from "../components/lists.tsx";
import { Face, PersonLink, Text, Time } from "../components/text.tsx";
import type { Asked } from "./page-context.tsx";

const KINDS: Readonly<Record<(typeof INVENTORY_KINDS)[number], string>> = {
  tool: "tracked tool",
  retired_tool: "retired tool",
  ownership: "ownership",
  session_policy: "session policy",
  campaign: "campaign",
  snapshot: "snapshot",
};

export async function inventoryPage(
  { env, var: { person, config } }: Asked,
  { limit, cursor, sort, person: of, ...filter }: z.output<typeof InventoryQuery>,
) {
  const wanted = { ...filter, person: await personId(env, of) };
  const page = await listInventory(env.LEDGER, wanted, { limit, cursor, sort });
  return (
    <ListPage
      path="/inventory"
      title="Inventory"
      page={page}
      of="entries"
      intro={
        <p>
          The objects that Reeve tracks: tools, ownerships, session policies that end, campaigns, and the
          snapshots from the automations' last runs. Entries are added by Reeve's own effects, by{" "}
          <code>npm run inventory:import</code> and by <code>POST /api/inventory</code>.
        </p>
      }
      views={{
        All: {},
        ...(person.email && { Mine: { person: person.email } }),
        "Ends within 30 days": {
          untilBy: addDays(toIsoDay(Date.now(), config.settings.timeZone), 30),
          sort: "ends",
        },
      }}
      fields={{
        kind: { label: "Kind", choices: INVENTORY_KINDS.map((kind) => [kind, KINDS[kind]]) },
        person: { label: "Person", hint: "email or user id" },
        untilBy: { label: "Ends by", type: "date" },
      }}
      empty={
        <>
          No entries yet. Import existing objects with <code>npm run inventory:import</code>.
        </>
      }
    >
      <InventoryTable entries={page.items} />
    </ListPage>
  );
}

const InventoryTable: FC<{ readonly entries: readonly InventoryEntry[] }> = ({ entries }) => (
  <Table
    of={entries}
    columns={{
      What: {
        names: true,
        cell: (entry) => {
          const { title, standing } = describeEntry(entry);
          return (
            <>
              <Text of={title} most={200} />
              {standing !== null && <Text as="span" class="under" of={standing} most={200} />}
            </>
          );
        },
      },
      Kind: ({ kind }) => KINDS[kind],
      Ends: {
        sort: "ends",
        cell: (entry) => {
          const { until } = describeEntry(entry);
          return until === null ? "–" : formatDay(until);
        },
      },
      Written: ({ changedAt }) => <Time at={changedAt} />,
      By: ({ changedBy }) =>
        "run" in changedBy ? (
          <a href={`/runs/${encodeURIComponent(changedBy.run)}`}>Reeve</a>
        ) : (
          <>
            <Face of={changedBy.person} /> <PersonLink email={changedBy.person} />
          </>
        ),
      More: (entry) => <EntryDetails of={entry} />,
    }}
  />
);

/** Shows the whole entry, and the form that removes it. */
const EntryDetails: FC<{ readonly of: InventoryEntry }> = ({ of: entry }) => {
  const { kind, key, data } = entry;
  const { title } = describeEntry(entry);
  return (
    <details>
      <summary>
        <span aria-hidden="true">⋯</span>
        <span class="unseen">
          More about <Text of={title} />
        </span>
      </summary>
      <JsonView value={{ key, ...data }} label={`Entry ${title}`} />
      {isAllowed(useFrame().person, "inventory") && (
        <DecideForm action="/inventory/removed" label="Remove" about={title} fields={{ kind, key }}>
          <p>Reeve no longer tracks this. Changes that were made remain; an automation might add it again.</p>
        </DecideForm>
      )}
    </details>
  );
};

/** Describes an ownership: `Ada Marsh, owner of the connector GitHub MCP (app GitHub)`. */
function ownershipWords(owned: Ownership): string {
  const { app, user, roleSlug } = owned;
  if (owned.of === "connector")
    return `${user.name}, ${roleSlug} of the connector ${owned.connector.name} (app ${app.name})`;
  return owned.of === "app"
    ? `${user.name}, ${roleSlug} of the app ${app.name} through the entitlement ${owned.entitlement.name}`
    : `The entitlement ${owned.entitlement.name}, ${roleSlug} of the account of ${user.name} in ${app.name}`;
}

/**
 * Describes an entry. @returns `title` with the names in the entry, `until` with its last day, and `standing` with the
 * state of a tool at its last check or of a campaign at its start
 */
function describeEntry({ data, key }: InventoryEntry) {
  if ("of" in data) return { title: ownershipWords(data), until: data.until ?? null, standing: null };
  if ("completionDate" in data || "state" in data) {
    const { name, state = "", completionDate } = data;
    const words = state
      .replace(/^ACCESS_REVIEW_STATE_/, "")
      .toLowerCase()
      .replaceAll("_", " ");
    return { title: name, until: completionDate?.slice(0, 10) ?? null, standing: words || null };
  }
  const names = [data, ...Object.values(data)].flatMap((one) => textAt(one, "name") ?? []);
  const until = textAt(data, "until") ?? "";
  return {
    title: names.join(", ") || key,
    until: /^\d{4}-\d\d-\d\d$/.test(until) ? until : null,
    standing: "tool" in data ? (data.tool.standing ?? null) : null,
  };
}
