// The report for auditors: decisions of a period, on a page for printing.

import type { FC } from "hono/jsx";
import type * as z from "zod";
import { addDays, dayWords, formatDay, startOfDay } from "../../base/days.ts";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Filters } from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { count, exactly, Sentence, TEXT_CHARS, Text, Who } from "../components/text.tsx";
import { trailWords } from "../components/trail.ts";
import { csvFile, MAX_REPORTED, type ReportedDecision, readReport, reportCsv } from "../report.ts";
import type { ReportQuery } from "../requests.ts";
import type { Asked } from "./page-context.tsx";

/** Decisions of a period, newest first. */
async function readDecisions({ env, var: { config } }: Asked, query: z.output<typeof ReportQuery>) {
  const { timeZone } = config.settings;
  const to = query.to ?? formatDay(Date.now(), timeZone);
  const from = query.from ?? addDays(to, -30);
  const period = { since: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) };
  return { from, to, timeZone, decisions: await readReport(env.LEDGER, period) };
}

/** The report as a file. */
export async function reportFile(c: Asked, query: z.output<typeof ReportQuery>): Promise<Response> {
  const { from, to, decisions } = await readDecisions(c, query);
  return csvFile(`decisions-${from}-${to}`, reportCsv(decisions));
}

/** The report as a page. */
export async function reportPage(c: Asked, query: z.output<typeof ReportQuery>) {
  const { from, to, timeZone, decisions } = await readDecisions(c, query);
  return (
    <Layout title={`Decisions from ${dayWords(from)} to ${dayWords(to)}`} at="/audit">
      <Filters
        action="/report"
        given={{ from, to }}
        fields={{ from: { label: "From", type: "date" }, to: { label: "To", type: "date" } }}
      />
      <p>
        {decisions.length === 1 ? "1 decision" : `${count(decisions.length)} decisions`} of people
        {decisions.length >= MAX_REPORTED && ": the newest of more, take a shorter period for the others"}.{" "}
        <a class="screen" href={`/report.csv?from=${from}&to=${to}`} download>
          As CSV
        </a>
      </p>
      {decisions.length === 0 ? (
        <p class="empty">Nobody decided anything in these days. Take a longer period.</p>
      ) : (
        <Table
          of={decisions}
          id={({ run }) => run?.id ?? ""}
          class="cards list report"
          columns={{
            When: ({ at }) => exactly(at, timeZone),
            Decision: {
              names: true,
              class: "about",
              cell: ({ type, actor }) => (
                <>
                  {trailWords({ type })}
                  <span class="under">
                    <Who email={actor} />
                  </span>
                </>
              ),
            },
            About: { class: "about", cell: (decision) => <About of={decision} /> },
            Plan: ({ run }) =>
              (run?.plan ?? []).map((sentence) => (
                <span class="line">
                  <Sentence of={sentence} />
                </span>
              )),
            Reason: ({ reason }) => <Text of={reason} most={TEXT_CHARS} />,
          }}
        />
      )}
    </Layout>
  );
}

const About: FC<{ readonly of: ReportedDecision }> = ({ of: { run, subject } }) =>
  run === null ? (
    <Text of={subject ?? "–"} />
  ) : (
    <>
      <RunLink {...run} />
      <span class="under">
        {run.headline?.askedBy && (
          <>
            asked for by <Text of={run.headline.askedBy.name} />
          </>
        )}
      </span>
    </>
  );
