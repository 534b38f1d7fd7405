// When the governance credential ends, on the pages where somebody can see to it in time.
import type { FC } from "hono/jsx";
import { endSentence, warningOf } from "../../governance/client/index.ts";

/** That the governance credential ends, and what to do: from two weeks ahead, as it is announced. Nothing before. */
export const CredentialEnd: FC<{
  /** When it ends, Unix milliseconds; `null` where that is not known. */
  readonly ends: number | null;
  readonly now: number;
}> = ({ ends, now }) =>
  ends === null || warningOf(ends, now) === null ? null : (
    <p class={ends > now ? "note wait" : "note bad"}>{endSentence(null, ends, now)}</p>
  );
