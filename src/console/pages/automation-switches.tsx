import type { FC } from "hono/jsx";
import { DecideForm } from "../parts/decide-form.tsx";
import type { Frame } from "../parts/frame.ts";
import type { AutomationShown } from "./automation-card.tsx";

/** What an admin may switch of an automation. */
export const Switches: FC<{ readonly frame: Frame; readonly automation: AutomationShown }> = ({
  frame,
  automation: { automation, pause, dryRun, dryBySettings },
}) => (
  <div class="decisions">
    {pause === null ? (
      <DecideForm
        frame={frame}
        action="/automations/pause"
        label="Pause"
        about={automation}
        fields={{ automation }}
      >
        <p>
          {automation} has no effect until the pause is lifted. Its events are still taken in, and its plans
          are made; a call that is under way is finished.
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
    )}
    {!dryBySettings &&
      (dryRun === null ? (
        <DecideForm
          frame={frame}
          action="/automations/dry-run"
          label="Switch to dry runs"
          about={automation}
          fields={{ automation }}
        >
          <p>
            Plans of {automation} that have not begun are not carried out: their runs end as a dry run. One
            that has begun is finished; to stop it, pause.
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
            New plans of {automation} are carried out again. What ended as a dry run stays so; replay it where
            it is wanted.
          </p>
        </DecideForm>
      ))}
  </div>
);
