// The report for auditors: who decided what in a period, as a page that prints.

import type { FC } from "hono/jsx";
import { dayWords } from "../../base/days.ts";
import { useTimeZone } from "../components/frame.ts";
import { RunLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Filters } from "../components/lists.tsx";
import { Table } from "../components/tables.tsx";
import { count, exactly, Sentence, TEXT_CHARS, Text, Who } from "../components/text.tsx";
import { trailWords } from "../components/trail.ts";
import { MAX_REPORTED, type ReportedDecision } from "../report.ts";

interface ReportPageProps {
  /** The days, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly decisions: readonly ReportedDecision[];
}

/** Decisions of a period, newest first. */
export const ReportPage: FC<ReportPageProps> = ({ from, to, decisions }) => {
  const timeZone = useTimeZone();
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
};

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
