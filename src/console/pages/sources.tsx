// The source pages: each source's URL, its state, and its last body.
import type { FC } from "hono/jsx";
import { HOUR_MS } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { redact } from "../../base/redact.ts";
import type { RefusedInWeek } from "../../desk/control/notes.ts";
import { readSite } from "../../env.ts";
import { countByHour, listEvents, readEvent } from "../../ledger/events.ts";
import type { EventRecord } from "../../ledger/shapes.ts";
import { checkDeployment, nameSystem } from "../../operate/checks.ts";
import { entrances, hookPath } from "../../systems/index.ts";
import { readSecrets } from "../../systems/schemes/secrets.ts";
import { REMEDIES } from "../../systems/system.ts";
import { useFrame } from "../components/frame.ts";
import { EventLink } from "../components/headline.tsx";
import { JsonView, Omitted } from "../components/json-view.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, Findings, Section, Table } from "../components/lists.tsx";
import { SourceStrip } from "../components/pictures.tsx";
import { Badge, count, Face, span, TEXT_CHARS, Text, Time, TimeAgo } from "../components/text.tsx";
import { EventState } from "./events.tsx";
import { type Asked, fromLedger } from "./page-context.tsx";

type SourceShown = Awaited<ReturnType<typeof readSources>>[number];

/**
 * Reads the number of deliveries per hour, by source. Verified deliveries are counted for 24 hours, and deliveries that
 * failed verification, which are not recorded, for a week.
 */
export async function readStrips(c: Asked, refusals: readonly RefusedInWeek[]) {
  const names = entrances.map(({ name }) => name);
  const counted = countByHour(c.env.LEDGER, names, Date.now(), c.var.config);
  const refused = refusals.flatMap(({ source, hours }) =>
    Object.entries(hours).map(([hour, n]) => ({ source, hour: Number(hour) * HOUR_MS, n, failed: n })),
  );
  return Map.groupBy([...(await fromLedger(c, counted, () => [])), ...refused], ({ source }) => source);
}

/** Reads each source with its activity, and with the problems that checks found in it and in its system's API. */
async function readSources(c: Asked) {
  const { env, req } = c;
  const { config } = c.var;
  const { sources, state, findings } = await checkDeployment(env, config, (asked) => asked);
  const strips = await readStrips(c, state.refusals);
  const site = readSite(env) ?? new URL(req.url).origin;
  return entrances.flatMap((entrance) => {
    const { name, authentication, secretVariable: variable, setUp } = entrance;
    const own = sources.find(({ source }) => source === name);
    if (!own) return [];
    const secrets = readSecrets(entrance, env);
    const system = nameSystem(name);
    const about = findings.filter(({ source }) => source === name || source === system);
    return {
      ...own,
      /** The error if the source's secret is missing or invalid, otherwise `null`. */
      fault: secrets.ok ? null : secrets.reason,
      url: site + hookPath(entrance),
      authentication,
      variable,
      setUp,
      system,
      findings: about.filter(({ is }) => is === "problem"),
      /**
       * The address of the system's API, and when the API's credential ends; `undefined` if the API is not set up or
       * has a problem.
       */
      apiCredential: about.find(({ is, source }) => is === "ok" && source === system)?.detail,
      /** The source's rejected deliveries of the last week, by failed check. */
      refusals: state.refusals.filter(({ source }) => source === name),
      /** The source's deliveries per hour, or `undefined` if there are none. */
      strip: strips.get(name),
      /**
       * The value that a person must return to the sender during its set-up, and when the value arrived; `null` if no
       * value arrived in the last hour.
       */
      handshake: state.handshakes.find(({ source }) => source === name) ?? null,
    };
  });
}

export async function sourcesPage(c: Asked) {
  const sources = await readSources(c);
  const {
    active,
    waiting = [],
    off = [],
  } = Object.groupBy(sources, ({ lastAt, fault }) =>
    lastAt !== null ? "active" : fault === null ? "waiting" : "off",
  );
  return (
    <Layout title="Sources" at="/sources">
      <h2>Active</h2>
      {active ? (
        <SourceTable sources={active} />
      ) : (
        <p class="empty">
          No delivery has been recorded yet. On the local stack, send a sample:{" "}
          <code>npm run send -- jira issue_updated.transitioned</code>
        </p>
      )}
      <Section title="Waiting for a first delivery" when={waiting.length > 0}>
        <SourceTable sources={waiting} />
      </Section>
      <Section title="Off" when={off.length > 0}>
        <p>
          To turn on a source, enter its address in the vendor's settings, and set its secret with{" "}
          <code>npx wrangler secret put NAME</code>.
        </p>
        <SourceTable sources={off} />
      </Section>
    </Layout>
  );
}

const SourceTable: FC<{ readonly sources: readonly SourceShown[] }> = ({ sources }) => (
  <Table
    of={sources}
    id={({ source }) => source}
    columns={{
      Source: {
        names: true,
        cell: ({ source, url, findings }) => (
          <>
            <Face of={source} square /> <a href={`/sources/${source}`}>{source}</a>
            <span class="under id">{url}</span>
            <Findings of={findings} />
          </>
        ),
      },
      Secret: (source) => <Secret of={source} />,
      "Last delivery": (source) => <LastDelivery of={source} />,
      "Rejected in the last week": (source) => <Refusals of={source} />,
    }}
  />
);

const Secret: FC<{ readonly of: SourceShown }> = ({ of: { variable, fault, lastAt, apiCredential } }) => (
  <>
    {fault === null ? "set" : <Badge tone={lastAt === null ? "quiet" : "bad"}>no secret</Badge>}
    <span class="under">
      <code>{variable}</code>
    </span>
    {apiCredential && <span class="under">API: {apiCredential}</span>}
  </>
);

/** Minimum rhythm (time between deliveries) that the page shows, in milliseconds: shorter gaps occur within a burst. */
const LEAST_RHYTHM_MS = 60_000;

const LastDelivery: FC<{ readonly of: SourceShown }> = ({ of: { lastAt, rhythm, strip } }) => (
  <>
    {lastAt === null ? <span class="dim">none</span> : <Time at={lastAt} />}
    {rhythm !== null && rhythm >= LEAST_RHYTHM_MS && <span class="under">about every {span(rhythm)}</span>}
    {strip && <SourceStrip of={strip} />}
  </>
);

const Refusals: FC<{ readonly of: SourceShown }> = ({ of: { refusals } }) =>
  refusals.length === 0 ? (
    <span class="dim">none</span>
  ) : (
    refusals.map(({ check, n, lastAt }) => (
      <span class="line">
        <Badge tone="wait">{count(n)}</Badge> {check.replaceAll("_", " ")}, the last <Time at={lastAt} />:{" "}
        {REMEDIES[check]}
      </span>
    ))
  );

/**
 * Shows a source: its set-up, the body of its last event, and the event's fields that automations can read.
 * @throws Problem `not_found` if the source is unknown
 */
export async function sourcePage(c: Asked, name: string) {
  const { LEDGER: db } = c.env;
  const [sources, { items }] = await Promise.all([
    readSources(c),
    listEvents(db, { source: name }, { limit: 1 }),
  ]);
  const source = sources.find((one) => one.source === name);
  if (!source) throw new Problem("not_found", `there is no source ${name}`);
  const last = await readEvent(db, items[0]?.id ?? "");
  const { url, authentication, setUp, system, handshake } = source;
  return (
    <Layout title={source.source} at="/sources">
      <Findings of={source.findings} />
      <Facts
        wide="Address"
        of={{
          Address: <span class="id">{url}</span>,
          "At the vendor": setUp,
          Authentication: authentication === "signed" ? "signed" : "shared secret, unsigned",
          Secret: [<Secret of={source} />, source.fault && <span class="under">{source.fault}</span>],
          "Last delivery": <LastDelivery of={source} />,
          "Rejected in the last week": <Refusals of={source} />,
          "Value to return to the vendor": handshake && [
            <Text as="span" class="id" of={handshake.value} />,
            <span class="under">
              received <Time at={handshake.at} />
            </span>,
          ],
        }}
      />
      <div id="last-body" data-live={5}>
        {last === null ? (
          <p class="empty">No delivery has been received yet. The first one's fields will appear here.</p>
        ) : (
          <LastBody system={system} named={c.var.config.settings.fields[system] ?? {}} last={last} />
        )}
      </div>
    </Layout>
  );
}

const LastBody: FC<{
  /** Name of the event's system in the setting `fields`. */
  readonly system: string;
  /** The ids of the system's fields, by the names that the settings give them. */
  readonly named: Readonly<Record<string, string>>;
  readonly last: EventRecord;
}> = ({ system, named, last }) => {
  const { redacted } = useFrame();
  const fields = listFields(redact(last.event, redacted));
  // Prefer an id with a number as the example, because such an id needs a name.
  const example = (fields.find(({ path }) => /\d/.test(path)) ?? fields[0])?.path;
  return (
    <>
      <Facts
        of={{
          "Last event": <EventLink {...last} />,
          Received: <TimeAgo at={last.receivedAt} />,
          "What it is": [
            `${last.type ?? "could not be read"} `,
            <EventState state={last.state} />,
            last.detail !== null && <Text as="span" class="under" of={last.detail} most={TEXT_CHARS} />,
          ],
        }}
      />
      <Section title="Fields that automations can read" when={fields.length > 0}>
        <p>
          To name a field, add its id to <code>fields</code> in <code>src/config.ts</code>:{" "}
          <code>
            fields: {"{"} {system}: {"{"} user: "{example}" {"}"} {"}"}
          </code>
        </p>
        <Table
          of={fields}
          id={({ path }) => path}
          class="paths"
          columns={{
            Field: { names: true, class: "id", cell: ({ path }) => <Text of={path} /> },
            Value: ({ path, value }) => {
              const name = Object.keys(named).find((one) => named[one] === path);
              return [<Text of={value} />, " ", name !== undefined && <Badge tone="good">{name}</Badge>];
            },
          }}
        />
      </Section>
      <h2>The body as received</h2>
      <p class="dim">Sensitive values are hidden: the setting “console.redact” lists their names.</p>
      <Omitted from={last.payload} />
      <JsonView value={last.payload} label="The body as received" />
    </>
  );
};

/** Lists the fields of an event's ticket or worker, by id. */
function listFields(event: unknown): readonly { readonly path: string; readonly value: string }[] {
  const { ticket, worker } = Object(event);
  const fields: unknown = Object(ticket ?? worker).fields;
  return Object.entries(Object(fields)).map(([path, value]) => ({
    path,
    value: Array.isArray(value) ? value.join(", ") : String(value),
  }));
}
