// The first line of the overview: all is well, or what is not.
import type { FC } from "hono/jsx";
import type { ListenedSource } from "../../automations/kit/quiet-sources.ts";
import type { DeskHealth } from "../../desk/engine/core.ts";
import { slowedSentence } from "../../desk/engine/pace.ts";
import { apiOfAll, outageSentence, waitingSentence } from "../../desk/operate/watches.ts";
import { endSentence, warningOf } from "../../governance/client/index.ts";
import { listAt } from "./lists.tsx";
import { span, TEXT_CHARS, Text } from "./text.tsx";

/** A ledger that lags for longer is a fault. */
const LAG_MS = 60_000;

interface StatusProps {
  /** Null for a desk that can't be reached. */
  readonly desks: readonly (DeskHealth | null)[];
  readonly listened: readonly ListenedSource[];
  /** The end of the governance credential, Unix milliseconds; null if unknown. */
  readonly credentialEnds: number | null;
  readonly now: number;
}

export const Status: FC<StatusProps> = ({ desks, listened, credentialEnds, now }) => {
  const reached = desks.flatMap((desk) => desk ?? []);
  const api = apiOfAll(reached.map((desk) => desk.api));
  const lag = now - Math.min(now, ...reached.flatMap(({ unrecordedSince }) => unrecordedSince ?? []));
  const missing = desks.length - reached.length;
  const quiet = listened.filter(({ quietBeyond }) => quietBeyond !== null);
  const faults = [
    missing > 0 && `${missing === 1 ? "A desk" : `${missing} desks`} can't be reached.`,
    api.outage && (
      <>
        <Text of={outageSentence(api.outage, now)} most={TEXT_CHARS} />{" "}
        <a href={listAt("/runs", { state: "under_way" })}>{waitingSentence(api)}</a>
      </>
    ),
    api.pace.isSlowed && slowedSentence(api.pace),
    lag > LAG_MS && `The record is ${span(lag)} behind: runs go on without it.`,
    credentialEnds !== null &&
      warningOf(credentialEnds, now) !== null &&
      endSentence(null, credentialEnds, now),
    quiet.length > 0 && (
      <a href="#sources">
        {quiet.map(({ source }) => source).join(", ")} {quiet.length === 1 ? "is" : "are"} quiet for longer
        than ever before.
      </a>
    ),
  ].filter((fault) => fault !== false && fault !== null);
  if (faults.length === 0) return <p class="well">All is well.</p>;
  return (
    <div class={missing > 0 || api.outage ? "note bad" : "note wait"}>
      {faults.length === 1 ? (
        faults
      ) : (
        <ul>
          {faults.map((fault) => (
            <li>{fault}</li>
          ))}
        </ul>
      )}
    </div>
  );
};
