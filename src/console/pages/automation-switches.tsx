import type { FC } from "hono/jsx";
import { pauseAct } from "../../policy/roles.ts";
import { DecideForm } from "../components/decide-form.tsx";
import type { Frame } from "../components/frame.ts";
import { mayDo } from "../person.ts";
import type { AutomationShown } from "./automation-card.tsx";

interface SwitchesProps {
  readonly frame: Frame;
  readonly automation: AutomationShown;
}

/** What somebody may have an automation do, by their role. */
export const Switches: FC<SwitchesProps> = ({ frame, automation }) => {
  const { enabled, byClock, pause } = automation;
  const { person } = frame;
  const looks = enabled && byClock && mayDo(person, "due");
  const pauses = mayDo(person, pauseAct(pause === null ? "pause" : "resume", automation.automation));
  const dryRuns = mayDo(person, "dryRun");
  if (!looks && !pauses && !dryRuns) return null;
  return (
    <div class="decisions">
      {looks && <LookNow frame={frame} automation={automation} />}
      {pauses && <PauseSwitch frame={frame} automation={automation} />}
      {dryRuns && <DryRunSwitch frame={frame} automation={automation} />}
    </div>
  );
};

const LookNow: FC<SwitchesProps> = ({ frame, automation: { automation } }) => (
  <DecideForm
    frame={frame}
    action="/automations/due"
    label="Look now"
    about={automation}
    fields={{ automation }}
  >
    <p>
      {automation} looks at once, as if its time had come. Policy, budgets, pauses and dry runs hold for what
      it plans.
    </p>
  </DecideForm>
);

const PauseSwitch: FC<SwitchesProps> = ({ frame, automation: { automation, pause } }) =>
  pause === null ? (
    <DecideForm
      frame={frame}
      action="/automations/pause"
      label="Pause"
      about={automation}
      fields={{ automation }}
    >
      <p>
        {automation} has no effect until the pause is lifted. Its events are still taken in, and its plans are
        made; a call that is under way is finished.
      </p>
    </DecideForm>
  ) : (
    <DecideForm
      frame={frame}
      action="/automations/lift"
      label="Lift the pause"
      about={`of ${automation}`}
      tone="good"
      fields={{ automation }}
    >
      <p>What waits of {automation} goes on at once.</p>
    </DecideForm>
  );

const DryRunSwitch: FC<SwitchesProps> = ({ frame, automation: { automation, dryRun, dryBySettings } }) => {
  if (dryBySettings) return null;
  return dryRun === null ? (
    <DecideForm
      frame={frame}
      action="/automations/dry-run"
      label="Switch to dry runs"
      about={automation}
      fields={{ automation }}
    >
      <p>
        Plans of {automation} that have not begun are not carried out: their runs end as a dry run. One that
        has begun is finished; to stop it, pause.
      </p>
    </DecideForm>
  ) : (
    <DecideForm
      frame={frame}
      action="/automations/live"
      label="Switch to live"
      about={automation}
      tone="good"
      fields={{ automation }}
    >
      <p>
        New plans of {automation} are carried out again. What ended as a dry run stays so; replay it where it
        is wanted.
      </p>
    </DecideForm>
  );
};
