// Announces the end of the governance credential on pages, early enough to replace it.
import type { FC } from "hono/jsx";
import { endSentence, warningOf } from "../../governance/client/index.ts";

/** Notice that the governance credential ends, and what to do; from two weeks ahead. */
export const CredentialEnd: FC<{
  /** Unix milliseconds; `null` if unknown. */
  readonly ends: number | null;
  readonly now: number;
}> = ({ ends, now }) =>
  ends === null || warningOf(ends, now) === null ? null : (
    <p class={ends > now ? "note wait" : "note bad"}>{endSentence(null, ends, now)}</p>
  );
