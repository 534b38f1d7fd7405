// The page of automations: those that run with their switches, and those that could be enabled.
import type { FC } from "hono/jsx";
import type { BudgetUse, Pause } from "../../desk/control/store.ts";
import { pauseAct } from "../../policy/roles.ts";
import { BudgetList } from "../components/budgets.tsx";
import { DecideForm } from "../components/decide-form.tsx";
import type { Frame } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { RunStateBadge, Text, Time } from "../components/text.tsx";
import { mayDo } from "../person.ts";
import { AutomationCard, type AutomationShown, Code } from "./automation-card.tsx";

interface AutomationsPageProps {
  readonly frame: Frame;
  readonly automations: readonly AutomationShown[];
  readonly everything: Pause | null;
  readonly budgets: readonly BudgetUse[];
}

/** The rules, those that run first, and what may be switched. */
export const AutomationsPage: FC<AutomationsPageProps> = ({ frame, automations, everything, budgets }) => (
  <Layout title="Automations" frame={frame} at="/automations">
    {everything !== null && (
      <p class="note wait">
        <strong>Everything is paused</strong> by <Text of={everything.by} /> since{" "}
        <Time at={everything.since} />: <Text of={everything.reason} />
      </p>
    )}
    {mayDo(frame.person, pauseAct(everything === null ? "pause" : "resume", null)) && (
      <div class="decisions">
        {everything === null ? (
          <DecideForm
            frame={frame}
            action="/automations/pause"
            label="Pause everything"
            tone="bad"
            fields={{ automation: "" }}
          >
            <p>
              No automation makes another change until the pause is lifted. Events are still accepted, and
              plans are made; a call that is under way is finished.
            </p>
          </DecideForm>
        ) : (
          <DecideForm
            frame={frame}
            action="/automations/lift"
            label="Lift the pause of everything"
            tone="good"
            fields={{ automation: "" }}
          >
            <p>Waiting runs continue now. Automations paused individually stay paused.</p>
          </DecideForm>
        )}
      </div>
    )}
    {automations.filter(isSwitchable).map((automation) => (
      <AutomationCard frame={frame} automation={automation} budgets={budgets} />
    ))}
    <BudgetList budgets={budgets} />
    <Others automations={automations.filter((automation) => !isSwitchable(automation))} />
  </Layout>
);

/** Whether there is something to switch: it runs, or is still switched from when it did. */
const isSwitchable = ({ enabled, pause, dryRun }: AutomationShown): boolean =>
  enabled || pause !== null || dryRun !== null;

/** What could be enabled, in `src/config.ts`. */
const Others: FC<{ readonly automations: readonly AutomationShown[] }> = ({ automations }) => (
  <>
    <h2>Not enabled</h2>
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Automation</th>
          <th scope="col">Trigger</th>
          <th scope="col">Last run</th>
          <th scope="col">Code</th>
        </tr>
      </thead>
      <tbody>
        {automations.map(({ automation, trigger, last: [last], file, link }) => (
          <tr>
            <th scope="row">
              <a href={`/runs?automation=${encodeURIComponent(automation)}`}>{automation}</a>
            </th>
            <td data-label="Trigger">{trigger}</td>
            <td data-label="Last run">
              {last ? (
                <>
                  <Time at={last.at} /> <RunStateBadge state={last.state} />
                </>
              ) : (
                "none on record"
              )}
            </td>
            <td data-label="Code">
              <Code file={file} link={link} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
