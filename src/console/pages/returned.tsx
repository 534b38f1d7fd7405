// What somebody who returns lost when they left, with the form that asks for it again.
import type { FC } from "hono/jsx";
import { undoing } from "../../actions/index.ts";
import { LEAVER_LOSES, leaver } from "../../automations/leaver.ts";
import type { Run } from "../../desk/run/run.ts";
import { type Applied, listAppliedBefore } from "../../ledger/applied.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { PlannedSentence } from "../components/decisions.tsx";
import { RunLink } from "../components/headline.tsx";
import { Sentence } from "../components/text.tsx";
import { mayDo } from "../person.ts";
import { type Asked, fromLedger } from "./page-context.tsx";

/** The losses of the worker whom the leaver's run finds at work; none for other runs. */
export async function readLosses(c: Asked, run: Run): Promise<readonly Applied[]> {
  if (run.automation !== leaver.name || run.ignored === null || run.sameAs) return [];
  const applied = await fromLedger(c, listAppliedBefore(c.env.LEDGER, run), () => []);
  return applied.filter(({ action }) => LEAVER_LOSES.has(action.action));
}

/** The losses with one request for all that nobody has asked for yet. */
export const Losses: FC<{ readonly c: Asked; readonly of: readonly Applied[] }> = ({ c, of: lost }) => {
  const [one] = lost;
  if (!one) return null;
  const left = lost.filter(({ undo }) => undo === null);
  const plans = left.flatMap(({ action }) => undoing(action) ?? []);
  return (
    <>
      <h2>Lost when they left</h2>
      <p>
        By <RunLink id={one.run} automation={one.automation} headline={one.headline} />
      </p>
      <ul>
        {lost.map(({ action, undo }) => (
          <li>
            <Sentence of={action.summary} /> {undo && <a href={`/runs/${undo.id}`}>asked for again</a>}
          </li>
        ))}
      </ul>
      {plans.length > 0 && mayDo(c.var.person, "ask") && (
        <DecideForm
          action="/applied/undo"
          label="Ask for it again"
          fields={{ run: one.run, steps: left.map(({ step }) => step).join() }}
        >
          {plans.map((plan) => (
            <PlannedSentence of={plan} />
          ))}
        </DecideForm>
      )}
    </>
  );
};
