// The page of the audit trail.
import type { FC } from "hono/jsx";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import type { ChainState } from "../../ledger/audit-list.ts";
import type { Page } from "../../ledger/page.ts";
import { type Headline, titleWords } from "../../systems/headline.ts";
import type { Frame } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { Filters, ListViews, More, Nothing, Pager, PeriodFields, TextField } from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { Sentence, Text, Time, Who } from "../components/text.tsx";
import { trailDetail, trailWords } from "../components/trail.ts";
import { count } from "../components/visible.ts";

interface AuditPageProps {
  readonly frame: Frame;
  readonly page: Page<AuditLink>;
  /** Headlines of the entries' events, by id. */
  readonly headlines: ReadonlyMap<string, Headline>;
  /** The end of each desk's chain. */
  readonly chains: readonly ChainState[];
  /** The filters, as the address has them. */
  readonly given: Readonly<Record<string, string>>;
}

/** The audit trail, newest first, and where its chains end. */
export const AuditPage: FC<AuditPageProps> = ({ frame, page, headlines, chains, given }) => (
  <Layout title="Audit" frame={frame} at="/audit">
    <section class="card" aria-labelledby="chains">
      <h2 id="chains">The chains</h2>
      {chains.length === 0 && <p class="empty">Nothing is recorded yet.</p>}
      {chains.map(({ desk, seq, at, hash }) => (
        <p>
          {count(seq)} entries, the last <Time at={at} />, its hash <span class="id">{hash}</span>{" "}
          <span class="under">{desk}</span>
        </p>
      ))}
      <p>
        <a href="/report">Report: who decided what in a period</a>, to print or as CSV
      </p>
      <p>
        <a href="/api/audit.ndjson" download>
          Export all of it
        </a>{" "}
        (NDJSON); <code>npm run audit:verify -- audit.ndjson</code> checks that nothing was changed. Keep the
        last hashes where Reeve's operators can't write: an end that is cut off leaves no trace in the rest.
      </p>
    </section>
    <ListViews
      path="/audit"
      given={given}
      views={{
        All: {},
        ...(frame.person.email && { Mine: { actor: frame.person.email } }),
        "Approved this month": { type: "approval.granted", since: "30d" },
        "Denied this month": { type: "approval.rejected", since: "30d" },
      }}
    />
    <Filters action="/audit">
      <TextField name="type" label="Type" value={given["type"]} hint="approval.granted" />
      <TextField name="actor" label="Who" value={given["actor"]} hint="email" />
      <More given={given} names={["run", "event", "since", "until"]}>
        <TextField name="run" label="Run" value={given["run"]} hint="run_…" />
        <TextField name="event" label="Event" value={given["event"]} hint="evt_…" />
        <PeriodFields given={given} />
      </More>
    </Filters>
    {page.items.length === 0 ? (
      <Nothing given={given} path="/audit" of="entries">
        Nothing has happened yet: the trail begins with the first run.
      </Nothing>
    ) : (
      <AuditTable entries={page.items} headlines={headlines} />
    )}
    <Pager path="/audit" given={given} next={page.next} />
  </Layout>
);

/** Entries of the audit trail as rows. */
export const AuditTable: FC<{
  readonly entries: readonly AuditLink[];
  readonly headlines: AuditPageProps["headlines"];
}> = ({ entries, headlines }) => (
  <Table
    of={entries}
    id={({ desk, seq }) => `${desk} ${seq}`}
    columns={{
      When: ({ at }) => <Time at={at} />,
      What: {
        names: true,
        cell: (entry) => (
          <>
            {trailWords(entry)} <span class="under">{entry.type}</span>
          </>
        ),
      },
      Who: { class: "about", cell: ({ actor }) => <Who email={actor ?? "reeve"} /> },
      About: { class: "about", cell: (entry) => <About entry={entry} headlines={headlines} /> },
      More: (entry) => (
        <>
          {trailDetail(entry).map((line) => (
            <span class="line">
              <Sentence of={line} most={200} />
            </span>
          ))}
          {typeof entry.detail["sameAs"] === "string" && (
            <a href={`/runs/${entry.detail["sameAs"]}`}>the run that does it</a>
          )}
        </>
      ),
    }}
  />
);

/** Name of the run that an entry is about, or else of its event. */
const About: FC<{
  readonly entry: AuditLink;
  readonly headlines: AuditPageProps["headlines"];
}> = ({ entry: { runId, eventId }, headlines }) => {
  if (runId === null && eventId === null) return <>–</>;
  const called = titleWords(headlines.get(eventId ?? "") ?? null, runId === null ? "An event" : "A run");
  return (
    <a href={runId === null ? `/events/${eventId}` : `/runs/${runId}`}>
      <Text of={called} most={120} />
    </a>
  );
};
