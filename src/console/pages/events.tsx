// The page that lists events.
import type { FC } from "hono/jsx";
import type { Page } from "../../ledger/page.ts";
import type { EventSummary } from "../../ledger/shapes.ts";
import { EVENT_STATES } from "../../ledger/states.ts";
import type { Frame } from "../components/frame.ts";
import { EventLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import {
  ChoiceField,
  Filters,
  ListViews,
  More,
  Nothing,
  Pager,
  PeriodFields,
  TextField,
} from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { EventState, RunStateBadge, Text, Time } from "../components/text.tsx";

interface EventsPageProps {
  readonly frame: Frame;
  readonly page: Page<EventSummary>;
  /** The filters, as the address has them. */
  readonly given: Readonly<Record<string, string>>;
  readonly sources: readonly string[];
}

export const EventsPage: FC<EventsPageProps> = ({ frame, page, given, sources }) => (
  <Layout title="Events" frame={frame} at="/events">
    <ListViews
      path="/events"
      given={given}
      views={{
        All: {},
        "Nobody listened": { state: "ignored" },
        "Rejected this week": { state: "rejected", since: "7d" },
        ...(frame.person.email && { "About me": { q: frame.person.email } }),
      }}
    />
    <Filters action="/events">
      <TextField name="q" label="Search" type="search" value={given["q"]} hint="key, email, name, id" />
      <ChoiceField
        name="source"
        label="Source"
        value={given["source"]}
        choices={sources.map((source) => [source, source] as const)}
      />
      <TextField name="type" label="Type" value={given["type"]} hint="ticket.updated" />
      <ChoiceField
        name="state"
        label="State"
        value={given["state"]}
        choices={EVENT_STATES.map((state) => [state, state] as const)}
      />
      <More given={given} names={["since", "until"]}>
        <PeriodFields given={given} />
      </More>
    </Filters>
    <div id="list" {...(given["cursor"] === undefined ? { "data-live": 10 } : {})}>
      {page.items.length === 0 ? (
        <Nothing given={given} path="/events" of="events">
          Nothing has come in yet. <a href="/sources">Set up a sender</a>, or on the local stack send a
          sample: <code>npm run send -- jira issue_updated.transitioned</code>
        </Nothing>
      ) : (
        <EventTable events={page.items} />
      )}
      <Pager path="/events" given={given} next={page.next} />
    </div>
  </Layout>
);

/** Events as rows. */
export const EventTable: FC<{ readonly events: readonly EventSummary[] }> = ({ events }) => (
  <Table
    of={events}
    id={({ id }) => id}
    columns={{
      Received: ({ receivedAt }) => <Time at={receivedAt} />,
      About: {
        names: true,
        class: "about",
        cell: ({ id, headline, detail }) => (
          <>
            <EventLink id={id} headline={headline} />
            {detail !== null && (
              <span class="under">
                <Text of={detail} most={120} />
              </span>
            )}
          </>
        ),
      },
      Type: ({ type }) => type ?? "–",
      State: ({ state }) => <EventState state={state} />,
      Runs: ({ runs }) => (
        <>
          {runs.length === 0 && "–"}
          {runs.map((run) => (
            <a class="run" href={`/runs/${run.id}`}>
              {run.automation} <RunStateBadge state={run.state} />
            </a>
          ))}
        </>
      ),
    }}
  />
);
