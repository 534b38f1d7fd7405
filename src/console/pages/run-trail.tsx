import type { FC } from "hono/jsx";
import type { Reads, Run } from "../../desk/run/run.ts";
import type { AuditLink } from "../../ledger/audit-chain.ts";
import { JsonView } from "../components/json-view.tsx";
import { Text, Time } from "../components/text.tsx";
import { trailDetail, trailWords } from "../components/trail.ts";
import { count, TEXT_CHARS } from "../components/visible.ts";
import { redact } from "../redact.ts";

interface TrailProps {
  readonly run: Run;
  /** The run's part of the audit trail, oldest first. */
  readonly trail: readonly AuditLink[];
  /** Whether that is all of it. */
  readonly whole: boolean;
  readonly redacted: readonly string[];
}

/** What happened to a run, in order: what it was decided by, then the audit trail. */
export const Trail: FC<TrailProps> = ({ run, trail, whole, redacted }) => (
  <>
    <ol class="trail">
      <li>
        <Time at={run.createdAt} /> <strong>Event taken in</strong>
      </li>
      {run.reads && <ReadsPart reads={run.reads} redacted={redacted} />}
      {trail.map((entry) => (
        <li>
          <Time at={entry.at} /> <strong>{trailWords(entry)}</strong>
          {entry.actor !== null && entry.actor !== "reeve" && (
            <>
              {" "}
              by <Text of={entry.actor} />
            </>
          )}
          {trailDetail(entry).map((line) => (
            <span class="under">
              <Text of={line} most={TEXT_CHARS} />
            </span>
          ))}
        </li>
      ))}
    </ol>
    <p class="dim">
      {!whole && "These are the last entries. "}
      <a href={`/audit?run=${run.id}`}>In the audit trail</a>
    </p>
  </>
);

/** What the automation asked for to decide, the last time that it did. */
const ReadsPart: FC<{ readonly reads: Reads; readonly redacted: readonly string[] }> = ({
  reads: { made, more },
  redacted,
}) => {
  const all = made.length + more;
  return (
    <li>
      <strong>Decided: {all === 1 ? "1 read" : `${count(all)} reads`}</strong>
      {made.map(({ operation, input }, n) => (
        <details>
          <summary>
            <code>{operation}</code>
            <span class="unseen"> of read {n + 1}</span>
          </summary>
          <JsonView value={redact(input, redacted)} label={`Input of read ${n + 1}`} />
        </details>
      ))}
      {more > 0 && <span class="under">and {count(more)} more, not kept</span>}
    </li>
  );
};
