// The report for auditors: changes of a period, who approved them or why nobody had to, on a page for printing.

import type { FC } from "hono/jsx";
import type * as z from "zod";
import { addDays, dayWords, formatDay, startOfDay } from "../../base/days.ts";
import { readSite } from "../../env.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { type Change, readChanges } from "../../ledger/evidence/provable.ts";
import { hasEnded } from "../../ledger/states.ts";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Filters, listAt } from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { count, exactly, RunStateBadge, Sentence, TEXT_CHARS, Text, Who } from "../components/text.tsx";
import { trailWords } from "../components/trail.ts";
import { approvalWords, findSubject, listQuarters, readOthers, readReason, reportFile } from "../report.ts";
import type { ReportQuery } from "../requests.ts";
import type { Asked } from "./page-context.tsx";

type Query = z.output<typeof ReportQuery>;

/** Changes on a page. */
const PAGE = 200;

function readPeriod({ var: { config } }: Asked, query: Query) {
  const { timeZone } = config.settings;
  const today = formatDay(Date.now(), timeZone);
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, -30);
  const period = { since: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) };
  return { from, to, today, timeZone, period };
}

/** The report as a file. */
export async function reportCsvFile(c: Asked, query: Query): Promise<Response> {
  const { from, to, period } = readPeriod(c, query);
  return reportFile(c.env.LEDGER, `changes-${from}-${to}`, period, readSite(c.env));
}

/** The report as a page. */
export async function reportPage(c: Asked, query: Query) {
  const { from, to, today, timeZone, period } = readPeriod(c, query);
  const db = c.env.LEDGER;
  const [changes, others] = await Promise.all([
    readChanges(db, period, PAGE + 1, query.before),
    query.before === undefined ? readOthers(db, period) : [],
  ]);
  const shown = changes.slice(0, PAGE);
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
        given={{ from, to }}
        fields={{ from: { label: "From", type: "date" }, to: { label: "To", type: "date" } }}
      />
      <p class="screen">
        <a href={`/report.csv?from=${from}&to=${to}`} download>
          All of it as CSV
        </a>
      </p>
      {shown.length === 0 ? (
        <p class="empty">
          Nothing was changed, denied or left to expire in these days. Take a longer period.
        </p>
      ) : (
        <Changes of={shown} timeZone={timeZone} />
      )}
      {last !== undefined && (
        <p>
          These are the {count(PAGE)} that began last.{" "}
          <a href={listAt("/report", { from, to, before: last })}>Those before</a>
        </p>
      )}
      {others.length > 0 && <Others of={others} timeZone={timeZone} />}
    </Layout>
  );
}

const Changes: FC<{ readonly of: readonly Change[]; readonly timeZone: string }> = ({ of, timeZone }) => (
  <Table
    of={of}
    id={({ id }) => id}
    class="cards list report"
    columns={{
      Ended: ({ at, state }) => (
        <>
          {exactly(at, timeZone)}
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
              <span class="line">
                <Sentence of={sentence} />
              </span>
            ))}
            {change.problem !== null && (
              <span class="line">
                <Text of={change.problem} />
              </span>
            )}
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
                <Decided entry={entry} timeZone={timeZone} />
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
);

const Decided: FC<{ readonly entry: AuditLink; readonly timeZone: string }> = ({ entry, timeZone }) => (
  <>
    {trailWords(entry)} by <Who email={entry.actor ?? ""} />, {exactly(entry.at, timeZone)}
    {readReason(entry) && (
      <>
        {": "}
        <Text of={readReason(entry)} most={TEXT_CHARS} />
      </>
    )}
  </>
);

/** Decisions of people about no run. */
const Others: FC<{ readonly of: readonly AuditLink[]; readonly timeZone: string }> = ({ of, timeZone }) => (
  <>
    <h2>Other decisions</h2>
    <Table
      of={of}
      id={({ desk, seq }) => `${desk} ${seq}`}
      class="cards list report"
      columns={{
        Decision: {
          names: true,
          class: "about",
          cell: (entry) => <Decided entry={entry} timeZone={timeZone} />,
        },
        About: (entry) => <Text of={findSubject(entry) || "–"} />,
        Record: ({ desk, seq }) => <Text of={`${desk} ${seq}`} />,
      }}
    />
  </>
);
