// Events: the list, the page of one event, and the page of an event that is not recorded yet.
import type { FC } from "hono/jsx";
import { automations } from "../../automations/index.ts";
import { listensTo } from "../../kit/automation.ts";
import { enabledNames } from "../../kit/settings.ts";
import { listEvents } from "../../ledger/events.ts";
import { listRuns } from "../../ledger/runs.ts";
import { type EventRecord, EventSummary, type RunSummary } from "../../ledger/shapes.ts";
import { isAllowed } from "../../operate/person.ts";
import { EventsQuery } from "../../operate/requests.ts";
import { ACTS } from "../../policy/acts.ts";
import { formatTitle } from "../../runs/headline.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { AskedBy, EventLink, IdList, WhyIgnored } from "../components/headline.tsx";
import { JsonView, Omitted } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, Items, Section } from "../components/lists.tsx";
import {
  Badge,
  PersonLink,
  RunStateBadge,
  Sentence,
  TEXT_CHARS,
  Text,
  Time,
  TimeAgo,
} from "../components/text.tsx";
import { declareList } from "./list.tsx";
import type { Asked } from "./page-context.tsx";

export const eventList = declareList({
  path: "/events",
  of: "events",
  summary: "Recorded events, newest first",
  query: EventsQuery,
  row: EventSummary,
  read: ({ LEDGER }, { limit, cursor, sort, ...filter }) =>
    listEvents(LEDGER, filter, { limit, cursor, sort }),
  live: true,
  views: ({ person }) => ({
    All: {},
    Ignored: { state: "ignored" },
    "Rejected this week": { state: "rejected", since: "7d" },
    ...(person.email && { "About me": { q: person.email } }),
  }),
  empty: (
    <>
      No event has been received yet. <a href="/sources">Set up a sender</a>, or on the local stack send a
      sample: <code>npm run send -- jira issue_updated.transitioned</code>
    </>
  ),
  heads: ["State", "Event", "Received"],
  line: ({ id, state, type, headline, detail, runs, receivedAt }) => ({
    mark: <EventState state={state} />,
    sentence: (
      <>
        <EventLink id={id} headline={headline} />
        {detail !== null && <Text as="span" class="line dim" of={detail} />}
      </>
    ),
    facts: [
      ...runs.map((run) => (
        <a href={`/runs/${run.id}`}>
          {run.automation} <RunStateBadge state={run.state} />
        </a>
      )),
      <AskedBy of={headline} />,
      type,
    ],
    last: <Time at={receivedAt} />,
  }),
});

export const EventState: FC<{ readonly state: string }> = ({ state }) => (
  <Badge tone={state === "rejected" ? "bad" : "quiet"}>{state}</Badge>
);

/** Shows a placeholder for an event that was just received and is not in the ledger yet. */
export const AwaitedEventPage: FC<{ readonly id: string }> = ({ id }) => (
  <Layout title="A new event" at="/events">
    <div id="event" data-live={1}>
      <p class="empty">
        The event will be recorded in a moment: <a href={`/events/${id}?done=due`}>reload the page</a>.
      </p>
    </div>
  </Layout>
);

const MAX_RUNS = 50;

/** Shows an event: the automations that ran or declined, its normalized data, and its body as received. */
export async function eventPage({ env, var: { person, config } }: Asked, event: EventRecord) {
  const { items: runs } = await listRuns(env.LEDGER, { event: event.id }, { limit: MAX_RUNS });
  const again = automationsFor(event, runs);
  const enabled = enabledNames(config.settings);
  const { headline } = event;
  return (
    <Layout title={formatTitle(headline, event.id)} at="/events">
      <div id="event">
        <Facts
          of={{
            "Requested by": <AskedBy of={headline} />,
            What: [
              `${event.type ?? "could not be read"} `,
              <EventState state={event.state} />,
              <span class="under">{`${event.source}, ${event.authentication}`}</span>,
            ],
            Received: <TimeAgo at={event.receivedAt} />,
          }}
        />
        {event.detail !== null && <Text as="p" class="note" of={event.detail} most={TEXT_CHARS} />}

        <h2>Automations</h2>
        <Seen runs={runs} declined={event.declined} />
        {event.event !== null && again.length > 0 && isAllowed(person, "replayed") && (
          <Replay id={event.id} again={again} enabled={enabled} />
        )}

        <h2>Content</h2>
        <p class="dim">Sensitive values are hidden: the setting “console.redact” lists their names.</p>
        <JsonView value={event.event} label="Normalized event" />
        {/* The received and the normalized form of a schedule event are the same. */}
        <Section title="As received" when={JSON.stringify(event.payload) !== JSON.stringify(event.event)}>
          <Omitted from={event.payload} />
          <JsonView value={event.payload} label="Original payload" />
        </Section>
        <details class="raw">
          <summary>Ids</summary>
          <IdList of={{ Event: event.id, Subject: event.subject }} />
        </details>
      </div>
    </Layout>
  );
}

/**
 * Lists the automations that can run an event again: first those that planned actions, then those with another run,
 * then those that listen to the type.
 */
function automationsFor({ type, subject }: EventRecord, runs: readonly RunSummary[]): string[] {
  const acted = runs.filter(({ actions }) => actions.length > 0);
  const listening = Array.from(automations.values()).flatMap((automation) =>
    type !== null && listensTo(automation, { type, subject }) ? automation.name : [],
  );
  const names = [...[...acted, ...runs].map(({ automation }) => automation), ...listening];
  return Array.from(new Set(names)).filter((name) => automations.has(name));
}

const Seen: FC<Pick<EventRecord, "declined"> & { readonly runs: readonly RunSummary[] }> = ({
  runs,
  declined,
}) =>
  runs.length + declined.length === 0 ? (
    <p class="empty">No enabled automation listens to this event.</p>
  ) : (
    <ul class="seen" id="seen" data-live={5}>
      <Items of={runs} as="li">
        {(run) => (
          <>
            <a href={`/runs/${run.id}`}>{run.automation}</a>{" "}
            <RunStateBadge state={run.state} paused={run.paused} />
            {run.actions.map((sentence) => (
              <Sentence as="span" class="under" of={sentence} />
            ))}
            {run.ignored !== null && (
              <span class="under">
                nothing to do: <WhyIgnored run={run} sameAsHeadline={run.sameAsHeadline} />
              </span>
            )}
            {run.problem && <Text as="span" class="under" of={run.problem.message} most={TEXT_CHARS} />}
            {run.replay !== null && (
              <span class="under">
                replayed by <PersonLink email={run.replay.by} />:{" "}
                <Text of={run.replay.reason} most={TEXT_CHARS} />
              </span>
            )}
          </>
        )}
      </Items>
      {declined.map(({ reason, automations }) => (
        <li>
          {automations.join(", ")} <Badge tone="quiet">skipped</Badge>
          <Text as="span" class="under" of={reason} most={TEXT_CHARS} />
        </li>
      ))}
    </ul>
  );

/**
 * Shows the form to replay an event.
 * @param again Names of the automations that can run the event again, the most likely choice first
 */
const Replay: FC<Record<"again" | "enabled", readonly string[]> & { readonly id: string }> = ({
  id,
  again,
  enabled,
}) => (
  <div class="decisions">
    <DecideForm action={`/events/${id}/replay`} label={ACTS.replayed.button}>
      <p>
        One automation sees the event again. A dry run plans and writes nothing; a live run acts, once policy
        and approvals allow it.
      </p>
      <label for="replay-automation">Automation</label>
      <select id="replay-automation" name="automation" required>
        {again.map((name, n) => (
          <option value={name} selected={n === 0}>
            {enabled.includes(name) ? name : `${name} (not enabled: dry run only)`}
          </option>
        ))}
      </select>
      <fieldset>
        <legend>How</legend>
        <label>
          <input type="radio" name="mode" value="dry_run" checked /> dry run
        </label>
        <label>
          <input type="radio" name="mode" value="live" /> live
        </label>
        <label>
          <input type="checkbox" name="repeatApplied" value="yes" /> also repeat the changes of earlier runs
        </label>
      </fieldset>
    </DecideForm>
  </div>
);
