import type { FC } from "hono/jsx";
import { effectCalls } from "../../desk/run/journal.ts";
import type { Run } from "../../desk/run/run.ts";
import { JsonView } from "../components/json-view.tsx";
import { Badge, span } from "../components/text.tsx";
import { redact } from "../redact.ts";

const CALL_TONE = {
  planned: "quiet",
  sending: "go",
  applied: "good",
  refused: "bad",
  unknown: "wait",
} as const;

/** The calls of a run's plan: each with its request, how often it left, how long it took, and its answer. */
export const Calls: FC<{
  readonly run: Run;
  /** Milliseconds, by the place of the call in the plan. */
  readonly took: ReadonlyMap<number, number>;
  readonly redacted: readonly string[];
}> = ({ run: { plan, journal, state }, took, redacted }) => {
  const calls = plan ? effectCalls(plan) : [];
  if (calls.length === 0) return <p class="dim">none</p>;
  return (
    <section class="wide" tabindex={0} aria-label="Calls">
      <table class="cards">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">State</th>
            <th scope="col" class="n">
              Sent
            </th>
            <th scope="col" class="n">
              Took
            </th>
            <th scope="col">Request and answer</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ operation, input }, n) => {
            const entry = journal[n];
            const duration = took.get(n);
            return (
              <tr>
                <th scope="row">
                  <code>{operation}</code>
                </th>
                <td data-label="State">
                  {entry ? (
                    <Badge tone={CALL_TONE[entry.state]}>{entry.state}</Badge>
                  ) : (
                    <Badge tone="quiet">{state === "dry_run" ? "not sent: dry run" : "not sent"}</Badge>
                  )}
                </td>
                <td data-label="Sent" class="n">
                  {entry?.attempts ?? 0}×
                </td>
                <td data-label="Took" class="n">
                  {duration === undefined ? "–" : span(duration)}
                </td>
                <td data-label="Request and answer">
                  <details>
                    <summary>
                      Request{entry?.answer === undefined ? "" : " and answer"}
                      <span class="unseen"> of call {n + 1}</span>
                    </summary>
                    <JsonView value={redact(input, redacted)} label={`Request of call ${n + 1}`} />
                    {entry?.answer !== undefined && (
                      <JsonView value={redact(entry.answer, redacted)} label={`Answer to call ${n + 1}`} />
                    )}
                  </details>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
