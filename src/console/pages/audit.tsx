// The audit trail page.
import type { FC } from "hono/jsx";
import type * as z from "zod";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { type ChainState, listAudit, readChains } from "../../ledger/audit-list.ts";
import { readHeadlines } from "../../ledger/headlines.ts";
import type { AuditQuery } from "../../operate/requests.ts";
import { formatTitle, type Headline } from "../../runs/headline.ts";
import { ListPage, PERIOD, Table } from "../components/lists.tsx";
import { count, Face, PersonLink, Sentence, Text, Time } from "../components/text.tsx";
import { nameEntry, trailDetail } from "../components/trail.ts";
import type { Asked } from "./page-context.tsx";

type Headlines = ReadonlyMap<string, Headline>;

export async function auditPage(
  { env: { LEDGER: db }, var: { person } }: Asked,
  { limit, cursor, sort, ...filter }: z.output<typeof AuditQuery>,
) {
  const { type, run, event, ignored = (type ?? run ?? event) ? "show" : "hide" } = filter;
  const [page, chains] = await Promise.all([
    listAudit(db, { ...filter, ignored }, { limit, cursor, sort }),
    readChains(db),
  ]);
  const headlines = await readEntryHeadlines(db, page.items);
  return (
    <ListPage
      path="/audit"
      title="Audit"
      page={page}
      of="entries"
      views={{
        "Decisions and changes": {},
        Everything: { ignored: "show" },
        "By people": { byPeople: "true" },
        ...(person.email && { Mine: { actor: person.email } }),
        "Approved this month": { type: "approval.granted", since: "30d" },
        "Denied this month": { type: "approval.rejected", since: "30d" },
      }}
      fields={{
        type: { label: "Type", hint: "approval.granted" },
        actor: { label: "Who", hint: "email" },
      }}
      more={{
        run: { label: "Run", hint: "run_…" },
        event: { label: "Event", hint: "evt_…" },
        ...PERIOD,
      }}
      empty="Nothing has happened yet: the trail begins with the first run."
    >
      <AuditTable entries={page.items} headlines={headlines} />
      <Chains of={chains} />
    </ListPage>
  );
}

/** Reads the headlines of the entries' events, by event id. */
const readEntryHeadlines = (db: D1Database, entries: readonly AuditLink[]): Promise<Headlines> =>
  readHeadlines(db, Array.from(new Set(entries.flatMap(({ eventId }) => eventId ?? []))));

const Chains: FC<{ readonly of: readonly ChainState[] }> = ({ of: chains }) => (
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
      <a href="/changes">Changes of a period, and who approved them</a>, to print or as CSV
    </p>
    <p>
      <a href="/api/audit.ndjson" download>
        Export the whole trail
      </a>{" "}
      (NDJSON); <code>npm run reeve -- audit:verify audit.ndjson</code> checks that no entry was changed.
      Store the last hashes where Reeve's operators can't write, to detect a deletion of the last entries.
    </p>
  </section>
);

const AuditTable: FC<{
  readonly entries: readonly AuditLink[];
  readonly headlines: Headlines;
}> = ({ entries, headlines }) => (
  <Table
    of={entries}
    id={({ desk, seq }) => `${desk} ${seq}`}
    class="cards list lines"
    columns={{
      What: {
        names: true,
        class: "some",
        cell: (entry) => <span title={entry.type}>{nameEntry(entry)}</span>,
      },
      Who: {
        class: "some",
        cell: ({ actor }) => (
          <>
            <Face of={actor ?? "reeve"} square={actor === null || actor === "reeve"} />{" "}
            <PersonLink email={actor ?? "reeve"} />
          </>
        ),
      },
      About: {
        class: "about",
        cell: ({ runId, eventId }) => {
          if (runId === null && eventId === null) return "–";
          const unnamed = runId === null ? "An event" : "A run";
          return (
            <a href={runId === null ? `/events/${eventId}` : `/runs/${runId}`}>
              <Text of={formatTitle(headlines.get(eventId ?? "") ?? null, unnamed)} most={120} />
            </a>
          );
        },
      },
      More: {
        class: "about",
        cell: (entry) => (
          <>
            {trailDetail(entry).map((line, n) => (
              <>
                {n > 0 && " · "}
                <Sentence of={line} most={200} />
              </>
            ))}
            {typeof entry.detail["sameAs"] === "string" && (
              <a href={`/runs/${encodeURIComponent(entry.detail["sameAs"].toWellFormed())}`}>
                run that does the same
              </a>
            )}
          </>
        ),
      },
      When: { class: "fit", sort: "oldest", cell: ({ at }) => <Time at={at} /> },
    }}
  />
);
