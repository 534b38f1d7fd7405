// The report for auditors: who decided what in a period, as a page that prints.

import type { FC } from "hono/jsx";
import { dayWords } from "../../base/days.ts";
import { titleWords } from "../../systems/headline.ts";
import { Each } from "../components/each.tsx";
import type { Frame } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { Filters, TextField } from "../components/lists.tsx";
import { exactly, Sentence, Text, Who } from "../components/text.tsx";
import { trailWords } from "../components/trail.ts";
import { count, TEXT_CHARS } from "../components/visible.ts";
import { MAX_REPORTED, type ReportedDecision } from "../report.ts";

interface ReportPageProps {
  readonly frame: Frame;
  /** The days, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly decisions: readonly ReportedDecision[];
}

/** Decisions of a period, newest first. */
export const ReportPage: FC<ReportPageProps> = ({ frame, from, to, decisions }) => (
  <Layout title={`Decisions from ${dayWords(from)} to ${dayWords(to)}`} frame={frame} at="/audit">
    <Filters action="/report">
      <TextField name="from" label="From" type="date" value={from} />
      <TextField name="to" label="To" type="date" value={to} />
    </Filters>
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
      <table class="cards list report">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Decision</th>
            <th scope="col">About</th>
            <th scope="col">Plan</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          <Each of={decisions} as="tr" id={({ run }) => run?.id ?? ""}>
            {({ at, type, actor, reason, run, subject }) => (
              <>
                <td data-label="When">{exactly(at, frame.timeZone)}</td>
                <th scope="row" class="about">
                  {trailWords({ type })}
                  <span class="under">
                    <Who email={actor} />
                  </span>
                </th>
                <td data-label="About" class="about">
                  {run === null ? (
                    <Text of={subject ?? "–"} />
                  ) : (
                    <>
                      <a href={`/runs/${run.id}`}>
                        <Text of={titleWords(run.headline, `A run of ${run.automation}`)} most={160} />
                      </a>
                      <span class="under">
                        {run.headline?.askedBy && (
                          <>
                            asked for by <Text of={run.headline.askedBy.name} />
                          </>
                        )}
                      </span>
                    </>
                  )}
                </td>
                <td data-label="Plan">
                  {(run?.plan ?? []).map((sentence) => (
                    <span class="line">
                      <Sentence of={sentence} />
                    </span>
                  ))}
                </td>
                <td data-label="Reason">
                  <Text of={reason} most={TEXT_CHARS} />
                </td>
              </>
            )}
          </Each>
        </tbody>
      </table>
    )}
  </Layout>
);
