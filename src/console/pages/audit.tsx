// The list of audit entries, with the last entry of each desk's chain below it.
import type { FC } from "hono/jsx";
import { AuditLink } from "../../ledger/audit-chain.ts";
import { type ChainState, listAudit, readChains } from "../../ledger/audit-list.ts";
import { readHeadlines } from "../../ledger/headlines.ts";
import { AuditQuery } from "../../operate/requests.ts";
import { formatTitle, Headline } from "../../runs/headline.ts";
import { count, Face, LINE_CHARS, PersonLink, Sentence, Text, Time } from "../components/text.tsx";
import { nameEntry, trailDetail } from "../components/trail.ts";
import { declareList } from "./list.tsx";

const AuditRow = AuditLink.extend({
  headline: Headline.nullable().meta({
    description: "The headline of the entry's event, if it is recorded.",
  }),
}).meta({ id: "AuditEntry" });

export const auditList = declareList({
  path: "/audit",
  of: "entries",
  summary: "Audit entries, newest first",
  query: AuditQuery,
  row: AuditRow,
  async read({ LEDGER: db }, { limit, cursor, sort, ...filter }) {
    const { type, run, event, ignored = (type ?? run ?? event) ? "show" : "hide" } = filter;
    const { items, next } = await listAudit(db, { ...filter, ignored }, { limit, cursor, sort });
    const events = new Set(items.flatMap(({ eventId }) => eventId ?? []));
    const headlines = await readHeadlines(db, Array.from(events));
    return {
      items: items.map((one) => ({ ...one, headline: headlines.get(one.eventId ?? "") ?? null })),
      next,
    };
  },
  views: ({ person }) => ({
    "Decisions and changes": {},
    Everything: { ignored: "show" },
    "By people": { byPeople: "true" },
    ...(person.email && { Mine: { actor: person.email } }),
    "Approved this month": { type: "approval.granted", since: "30d" },
    "Denied this month": { type: "approval.rejected", since: "30d" },
  }),
  choices: { byPeople: { true: "only people" }, ignored: { "": "automatic" } },
  empty: "There are no entries yet, except those about runs with nothing to do.",
  below: async ({ env }) => <Chains of={await readChains(env.LEDGER)} />,
  heads: ["Who", "Entry", "When"],
  id: ({ desk, seq }) => `${desk} ${seq}`,
  line: (entry) => {
    const { actor, type, detail, runId, eventId, headline, at } = entry;
    const { sameAs } = detail;
    return {
      mark: <Face of={actor ?? "reeve"} square={actor === null || actor === "reeve"} />,
      sentence: (
        <>
          <strong title={type}>{nameEntry(entry)}</strong>
          {trailDetail(entry).map((line) => [" · ", <Sentence of={line} most={LINE_CHARS} />])}
          {typeof sameAs === "string" && [
            " · ",
            <a href={`/runs/${encodeURIComponent(sameAs.toWellFormed())}`}>run that does the same</a>,
          ]}
        </>
      ),
      facts: [
        ["by ", <PersonLink email={actor ?? "reeve"} />],
        (runId ?? eventId) !== null && (
          <a href={runId === null ? `/events/${eventId}` : `/runs/${runId}`}>
            <Text of={formatTitle(headline, runId === null ? "An event" : "A run")} most={160} />
          </a>
        ),
      ],
      last: <Time at={at} />,
    };
  },
});

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
      <a href="/changes">Changes in a period, and who approved them</a>, to print or as CSV
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
