// The report for auditors: changes of a period, who approved them or why nobody had to, on a page for printing and as CSV.
import type { FC } from "hono/jsx";
import type * as z from "zod";
import { addDays, dayWords, formatDay, startOfDay } from "../../base/days.ts";
import { comparable, withUnseenNamed } from "../../base/text.ts";
import { readSite } from "../../env.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { listAudit, streamLines } from "../../ledger/audit-list.ts";
import { type Change, REPORTED_ENDS, readChanges } from "../../ledger/evidence/provable.ts";
import type { ReportQuery } from "../../operate/requests.ts";
import { consolePage } from "../../runs/run.ts";
import { hasEnded, RUN_STATE } from "../../runs/states.ts";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Filters, listAt, Table, Titled } from "../components/lists.tsx";
import { count, Exactly, RunStateBadge, Sentence, TEXT_CHARS, Text, Who } from "../components/text.tsx";
import { trailWords } from "../components/trail.ts";
import type { Asked } from "./page-context.tsx";

type Query = z.output<typeof ReportQuery>;

/** Changes on a page. */
const PAGE = 200;

/** The days of a report, and their period in Unix milliseconds; `until` is not included. */
function readPeriod({ var: { config } }: Asked, query: Query) {
  const { timeZone } = config.settings;
  const today = formatDay(Date.now(), timeZone);
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, -30);
  const period = { since: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) };
  return { from, to, today, period };
}

export async function reportPage(c: Asked, query: Query) {
  const { from, to, today, period } = readPeriod(c, query);
  const db = c.env.LEDGER;
  const [changes, others] = await Promise.all([
    readChanges(db, { ...period, outcome: query.outcome }, PAGE + 1, query.before),
    query.before === undefined && query.outcome === "all" ? readOthers(db, period) : [],
  ]);
  const shown = changes.slice(0, PAGE);
  const shownOnly = { from, to, outcome: query.outcome };
  const last = changes.length > PAGE ? shown.at(-1)?.id : undefined;
  return (
    <Layout title={`Changes from ${dayWords(from)} to ${dayWords(to)}`} at="/audit">
      <nav class="views" aria-label="Quarters">
        {listQuarters(today).map((quarter) => (
          <a
            href={listAt("/report", { from: quarter.from, to: quarter.to })}
            aria-current={quarter.from === from && quarter.to === to ? "true" : undefined}
          >
            {quarter.name}
          </a>
        ))}
      </nav>
      <Filters
        action="/report"
        given={shownOnly}
        fields={{
          from: { label: "From", type: "date" },
          to: { label: "To", type: "date" },
          outcome: { label: "Outcome", choices: REPORTED_ENDS },
        }}
      />
      <p class="screen">
        <a href={listAt("/report.csv", shownOnly)} download>
          All of it as CSV
        </a>
      </p>
      <Table
        of={shown}
        class="cards list report"
        empty="Nothing was changed, denied or left to expire in these days. Take a longer period."
        columns={{
          Ended: ({ at, state }) => (
            <>
              <Exactly at={at} />
              <span class="under">
                <RunStateBadge state={state} />
              </span>
            </>
          ),
          Change: {
            names: true,
            class: "about",
            cell: (change) => (
              <>
                <RunLink {...change} />
                {change.headline?.askedBy && (
                  <span class="under">
                    asked for by <Text of={change.headline.askedBy.name} />
                  </span>
                )}
                {change.plan.map((sentence) => (
                  <Sentence as="span" class="line" of={sentence} />
                ))}
                {change.problem !== null && <Text as="span" class="line" of={change.problem} />}
              </>
            ),
          },
          Approval: {
            class: "about",
            cell: (change) => (
              <>
                <Text of={approvalWords(change)} most={TEXT_CHARS} />
                {change.decisions.map((entry) => (
                  <span class="line">
                    <Decided entry={entry} />
                  </span>
                ))}
              </>
            ),
          },
          Record: ({ id, state, hash, entries }) => (
            <>
              <Text of={entries} />
              {hash !== null && (
                <span class="under id" title={hash}>
                  plan {hash.slice(0, 12)}…
                </span>
              )}
              {hasEnded(state) && (
                <span class="under">
                  <a href={`/api/runs/${id}/receipt`}>Receipt</a>
                </span>
              )}
            </>
          ),
        }}
      />
      {last !== undefined && (
        <p>
          Newest {count(PAGE)}. <a href={listAt("/report", { ...shownOnly, before: last })}>Show older</a>
        </p>
      )}
      <Titled title="Other decisions" when={others.length > 0}>
        <Table
          of={others}
          id={({ desk, seq }) => `${desk} ${seq}`}
          class="cards list report"
          columns={{
            Decision: { names: true, class: "about", cell: (entry) => <Decided entry={entry} /> },
            About: (entry) => <Text of={findSubject(entry) || "–"} />,
            Record: ({ desk, seq }) => <Text of={`${desk} ${seq}`} />,
          }}
        />
      </Titled>
    </Layout>
  );
}

const Decided: FC<{ readonly entry: AuditLink }> = ({ entry }) => (
  <>
    {trailWords(entry)} by <Who email={entry.actor ?? ""} />, <Exactly at={entry.at} />
    {readReason(entry) && (
      <>
        {": "}
        <Text of={readReason(entry)} most={TEXT_CHARS} />
      </>
    )}
  </>
);

type Period = ReturnType<typeof readPeriod>["period"];

/** Changes that are read at once. */
const BATCH = 500;
/** Most decisions about no run: the newest of the period. */
const MAX_OTHERS = 1_000;

/** The first and last days of a quarter and of those before it, the newest first. @param today `YYYY-MM-DD` */
export function listQuarters(today: string, many = 5): readonly { name: string; from: string; to: string }[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const quarters = year * 4 + Math.floor((month - 1) / 3);
  return Array.from({ length: many }, (_, n) => {
    const quarter = quarters - n;
    const day = (of: number, days: number) =>
      new Date(Date.UTC(Math.floor(of / 4), (of % 4) * 3, 1 + days)).toISOString().slice(0, 10);
    const name = `Quarter ${(quarter % 4) + 1} of ${Math.floor(quarter / 4)}`;
    return { name, from: day(quarter, 0), to: day(quarter + 1, -1) };
  });
}

/** People's decisions about no run, newest first: pauses, dry runs, the inventory, erasures. */
const readOthers = async (db: D1Database, period: Period): Promise<readonly AuditLink[]> =>
  (await listAudit(db, { ...period, byPeople: true, noRun: true }, { limit: MAX_OTHERS })).items;

/** The approval that a change needed, or the reason why it needed none. */
function approvalWords({ asks, hash, decisions, state }: Change): string {
  if (hash === null) return "There is no plan to approve.";
  if (asks.length > 0) {
    const given = decisions.some(({ type }) => type === "approval.granted");
    return `Needed${given ? "" : ", and not given"}: ${asks.join("; ")}.`;
  }
  return state === "dry_run"
    ? "Not needed: a dry run changes nothing."
    : "Not needed: no rule of the policy asked for one.";
}

const readReason = ({ detail: { reason } }: Pick<AuditLink, "detail">): string =>
  typeof reason === "string" ? reason : "";

const formatTime = ({ at }: { readonly at: number }): string => new Date(at).toISOString();

const decisionWords = (entry: AuditLink): string => {
  const reason = readReason(entry);
  return `${trailWords(entry)} by ${entry.actor} at ${formatTime(entry)}${reason && `: ${reason}`}`;
};

/** The subject of a decision about no run, from its audit entry: an automation, everything, a number of entries. */
function findSubject({ type, detail }: Pick<AuditLink, "type" | "detail">): string {
  const { automation, written, removed } = detail;
  if (typeof automation === "string") return automation;
  if (/^(?:pause|dryrun)\./.test(type)) return "everything";
  return type === "inventory.edited" ? `${Number(written)} written, ${Number(removed)} removed` : "";
}

/** A row of the report as CSV: a change, or a decision about none. */
type ReportRow = { readonly change: Change } | { readonly decision: AuditLink };

/** Columns of the report as CSV. @param site Reeve's own address */
const reportColumns = (site: string | undefined) => {
  const of =
    (ofChange: (change: Change) => string | null | undefined, ofOther?: (entry: AuditLink) => string) =>
    (row: ReportRow) =>
      "change" in row ? ofChange(row.change) : ofOther?.(row.decision);
  return {
    time: of(formatTime, formatTime),
    outcome: of(({ state }) => RUN_STATE[state].words, trailWords),
    about: of(({ headline }) => headline?.title, findSubject),
    plan: of(({ plan }) => plan.join(" ")),
    approval: of(approvalWords),
    decisions: of(({ decisions }) => decisions.map(decisionWords).join(" · "), decisionWords),
    "asked by": of(({ headline }) => headline?.askedBy?.email ?? headline?.askedBy?.name),
    "by way of": of(({ headline }) => headline?.way),
    ticket: of(({ headline }) => headline?.key),
    page: of(({ headline }) => headline?.url),
    problem: of(({ problem }) => problem),
    automation: of(({ automation }) => automation),
    run: of(({ id }) => id),
    "plan hash": of(({ hash }) => hash),
    entries: of(
      ({ entries }) => entries,
      ({ desk, seq }) => `${desk} ${seq}`,
    ),
    receipt: of(({ id }) => consolePage(site, `/api/runs/${id}/receipt`) ?? `/api/runs/${id}/receipt`),
  };
};

export const reportLines = (rows: readonly ReportRow[], site?: string): readonly string[] =>
  csvLines(reportColumns(site), rows);

/** The whole report as a CSV file: all changes of the period, then the decisions about no run. */
export async function reportFile(c: Asked, query: Query): Promise<Response> {
  const { from, to, period } = readPeriod(c, query);
  const db = c.env.LEDGER;
  const site = readSite(c.env);
  async function* batches() {
    const headings = csvLine(Object.keys(reportColumns(site)));
    for (let before: string | undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
      const changes = await readChanges(db, { ...period, outcome: query.outcome }, BATCH, before);
      const rows = changes.map((change) => ({ change }));
      yield [...(isFirst ? [headings] : []), ...reportLines(rows, site)];
      before = changes.length < BATCH ? undefined : changes.at(-1)?.id;
    }
    const others =
      query.outcome === "all" ? (await readOthers(db, period)).map((decision) => ({ decision })) : [];
    yield reportLines(others, site);
  }
  return csvFile(`changes-${from}-${to}`, await streamLines(batches(), (line) => line));
}

type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

/** Rows as CSV (RFC 4180). */
export const toCsv = <Row,>(columns: Columns<Row>, rows: readonly Row[]): string =>
  [csvLine(Object.keys(columns)), ...csvLines(columns, rows)].map((line) => `${line}\n`).join("");

/** Lines of CSV, without the line feed behind each. */
const csvLines = <Row,>(columns: Columns<Row>, rows: readonly Row[]): readonly string[] =>
  rows.map((row) => csvLine(Object.values(columns).map((text) => text(row) ?? "")));
const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r`;

export const csvFile = (name: string, csv: string | ReadableStream): Response =>
  new Response(csv, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });

/**
 * A cell, quoted, with invisible characters written out. Wherever a spreadsheet would read a formula, an apostrophe comes first: also behind a semicolon, a tab
 * or a line break, as one that separates cells by these goes on by them inside of quotes.
 */
function cell(text: string): string {
  const parts = withUnseenNamed(text).split(/(?<=[;\t\r\n])/);
  const inert = parts.map((part, n) =>
    isFormula(part) || (n === 0 && /^[\t\r\n]/.test(part)) ? `'${part}` : part,
  );
  return `"${inert.join("").replaceAll('"', '""')}"`;
}

/** True if a spreadsheet may read a text as a formula: some also do in full width, or behind invisible characters. */
const isFormula = (text: string): boolean => /^[=+\-@]/.test(comparable(text));
