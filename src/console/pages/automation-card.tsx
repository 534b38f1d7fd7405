/** An automation on the page of automations: what it does, how it is doing, and what may be switched. */
import type { FC } from "hono/jsx";
import type { BudgetUse, DryRunSwitch, Pause } from "../../desk/control/store.ts";
import type { AutomationActivity } from "../../ledger/runs.ts";
import { pauseAct } from "../../policy/roles.ts";
import { Use } from "../components/budgets.tsx";
import { DecideForm } from "../components/decide-form.tsx";
import type { Frame } from "../components/frame.ts";
import { Badge, RunStateBadge, Text, Time } from "../components/text.tsx";
import { count } from "../components/visible.ts";
import { mayDo } from "../person.ts";

/** An automation, and how it is doing. */
export interface AutomationShown extends AutomationActivity {
  readonly enabled: boolean;
  readonly byClock: boolean;
  /** What it listens to, in words. */
  readonly trigger: string;
  /** Whether the settings keep it in a dry run, which no switch ends. */
  readonly dryBySettings: boolean;
  readonly dryRun: DryRunSwitch | null;
  readonly pause: Pause | null;
  /** Where its code is, and its address where the settings say where code is read. */
  readonly file: string;
  readonly link: string | null;
}

const SHOWN_RUNS = 4;

/** An automation that runs, or is still switched: what it does, how it is doing, and its switches. */
export const AutomationCard: FC<{
  readonly frame: Frame;
  readonly automation: AutomationShown;
  readonly budgets: readonly BudgetUse[];
}> = ({ frame, automation: shown, budgets }) => {
  const { automation, trigger, pause, last, file, link } = shown;
  const ended = last.filter(
    ({ state }) => state === "done" || state === "failed" || state === "needs_review",
  );
  const good = ended.filter(({ state }) => state === "done").length;
  return (
    <article class="card">
      <h2>
        <a href={`/runs?automation=${encodeURIComponent(automation)}`}>{automation}</a>{" "}
        <ModeBadge of={shown} />
      </h2>
      <dl class="facts flat">
        <div>
          <dt>Trigger</dt>
          <dd>{trigger}</dd>
        </div>
        <div>
          <dt>Success</dt>
          <dd>
            {ended.length === 0
              ? "no run has ended yet"
              : `${Math.round((100 * good) / ended.length)} % of the last ${count(ended.length)} that acted`}
          </dd>
        </div>
        <div>
          <dt>Budget used</dt>
          <dd>
            {budgets
              .filter(({ budget }) => budget.per === "automation")
              .map(({ budget, uses }) => (
                <Use
                  name={budget.name}
                  limit={budget.limit}
                  used={uses.find(({ of }) => of === automation)?.used ?? 0}
                />
              ))}
          </dd>
        </div>
        <div>
          <dt>Code</dt>
          <dd>
            <Code file={file} link={link} />
          </dd>
        </div>
        <div class="all">
          <dt>Last runs</dt>
          <dd>
            {last.length === 0 && "none on record"}
            {last.slice(0, SHOWN_RUNS).map(({ id, state, at }) => (
              <span class="line">
                <a href={`/runs/${id}`}>
                  <Time at={at} />
                </a>{" "}
                <RunStateBadge state={state} />
              </span>
            ))}
          </dd>
        </div>
      </dl>
      {pause !== null && (
        <p class="note wait">
          Paused by <Text of={pause.by} /> since <Time at={pause.since} />: <Text of={pause.reason} />
        </p>
      )}
      {shown.dryRun !== null && (
        <p class="note wait">
          Switched to dry runs by <Text of={shown.dryRun.by} /> since <Time at={shown.dryRun.since} />:{" "}
          <Text of={shown.dryRun.reason} />
        </p>
      )}
      <Switches frame={frame} automation={shown} />
    </article>
  );
};

/** Where its code is. */
export const Code: FC<Pick<AutomationShown, "file" | "link">> = ({ file, link }) =>
  link === null ? (
    <code>{file}</code>
  ) : (
    <a href={link} rel="noreferrer noopener">
      {file}
    </a>
  );

const ModeBadge: FC<{ readonly of: AutomationShown }> = ({
  of: { enabled, pause, dryRun, dryBySettings },
}) => {
  if (!enabled) return <Badge tone="quiet">not enabled</Badge>;
  return (
    <>
      {dryBySettings || dryRun !== null ? (
        <Badge tone="go">dry run{dryBySettings ? " by src/config.ts" : ""}</Badge>
      ) : (
        <Badge tone="good">live</Badge>
      )}
      {pause !== null && <Badge tone="wait">paused</Badge>}
    </>
  );
};

interface SwitchesProps {
  readonly frame: Frame;
  readonly automation: AutomationShown;
}

/** What somebody may have an automation do, by their role. */
const Switches: FC<SwitchesProps> = ({ frame, automation }) => {
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
      {dryRuns && <ModeSwitch frame={frame} automation={automation} />}
    </div>
  );
};

const LookNow: FC<SwitchesProps> = ({ frame, automation: { automation } }) => (
  <DecideForm
    frame={frame}
    action="/automations/due"
    label="Run now"
    about={automation}
    fields={{ automation }}
  >
    <p>
      {automation} runs at once, as if its time had come. Policy, budgets, pauses and dry runs hold for what
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

const ModeSwitch: FC<SwitchesProps> = ({ frame, automation: { automation, dryRun, dryBySettings } }) => {
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
