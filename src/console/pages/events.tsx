// The page that lists events.

import type { FC } from "hono/jsx";
import type * as z from "zod";
import { listEvents } from "../../ledger/events.ts";
import type { EventSummary } from "../../ledger/shapes.ts";
import { EVENT_STATES } from "../../ledger/states.ts";
import { entrances } from "../../systems/index.ts";
import { By, EventLink } from "../components/headline.tsx";
import { ListPage, PERIOD } from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { EventState, RunStateBadge, Text, Time } from "../components/text.tsx";
import type { EventsQuery } from "../requests.ts";
import type { Asked } from "./page-context.tsx";

const SOURCES = [...entrances.map(({ name }) => name), "schedule", "console"];

/** Recorded events, newest first. */
export async function eventsPage(
  { env, var: { person } }: Asked,
  { limit, cursor, sort, ...filter }: z.output<typeof EventsQuery>,
) {
  const page = await listEvents(env.LEDGER, filter, { limit, cursor, sort });
  return (
    <ListPage
      path="/events"
      title="Events"
      page={page}
      of="events"
      live
      views={{
        All: {},
        "Nobody listened": { state: "ignored" },
        "Rejected this week": { state: "rejected", since: "7d" },
        ...(person.email && { "About me": { q: person.email } }),
      }}
      fields={{
        q: { label: "Search", type: "search", hint: "key, email, name, id" },
        source: { label: "Source", choices: SOURCES.map((source) => [source, source]) },
        type: { label: "Type", hint: "ticket.updated" },
        state: { label: "State", choices: EVENT_STATES.map((state) => [state, state]) },
      }}
      more={PERIOD}
      empty={
        <>
          Nothing has come in yet. <a href="/sources">Set up a sender</a>, or on the local stack send a
          sample: <code>npm run send -- jira issue_updated.transitioned</code>
        </>
      }
    >
      <EventTable events={page.items} path="/events" />
    </ListPage>
  );
}

/** Events as rows. */
export const EventTable: FC<{
  readonly events: readonly EventSummary[];
  /** The list whose only rows these are. */
  readonly path?: string;
}> = ({ events, path }) => (
  <Table
    of={events}
    id={({ id }) => id}
    class="cards list lines"
    path={path}
    columns={{
      State: { class: "fit", cell: ({ state }) => <EventState state={state} /> },
      About: {
        names: true,
        class: "about",
        cell: ({ id, headline, detail }) => (
          <>
            <EventLink id={id} headline={headline} />
            {detail !== null && (
              <span class="dim">
                {" "}
                <Text of={detail} most={120} />
              </span>
            )}
          </>
        ),
      },
      Type: { class: "some", cell: ({ type }) => type ?? "–" },
      Runs: {
        class: "about",
        cell: ({ runs }) => (
          <>
            {runs.length === 0 && "–"}
            {runs.map((run) => (
              <a class="run" href={`/runs/${run.id}`}>
                {run.automation} <RunStateBadge state={run.state} />
              </a>
            ))}
          </>
        ),
      },
      By: { class: "some", cell: ({ headline }) => <By of={headline} /> },
      Received: { class: "fit", sort: "oldest", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
    }}
  />
);
