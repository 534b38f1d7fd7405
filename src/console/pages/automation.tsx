// The page of one automation: what it does and when, its switches, its settings, what it did, and what it passed on.
import type { FC } from "hono/jsx";
import type { DeclaredSetting } from "../../base/configured.ts";
import type { BudgetUse, SetSwitch } from "../../desk/control/store.ts";
import type { PassedEvent } from "../../ledger/events.ts";
import type { AutomationActivity } from "../../ledger/runs.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import { pauseAct } from "../../policy/roles.ts";
import { DecideForm } from "../components/decide-form.tsx";
import type { Frame } from "../components/frame.ts";
import { EventLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, Table } from "../components/tables.tsx";
import { Badge, Moment, span, Text, Time } from "../components/text.tsx";
import { count } from "../components/visible.ts";
import { mayDo } from "../person.ts";
import { RunTable } from "./runs.tsx";
import { SettingTable } from "./settings.tsx";

/** An automation, and how it is doing. */
export interface AutomationShown extends AutomationActivity {
  readonly does: string | null;
  readonly enabled: boolean;
  readonly byClock: boolean;
  /** Event types it listens to, in words. */
  readonly trigger: string;
  /** Next due time, Unix milliseconds; `null` if unknown, or if it is off. */
  readonly next: number | null;
  /** True if the settings keep it in a dry run, which no switch ends. */
  readonly dryBySettings: boolean;
  readonly dryRun: SetSwitch | null;
  readonly pause: SetSwitch | null;
  /** Path of its code, and its address if `console.codeUrl` is set. */
  readonly file: string;
  readonly link: string | null;
}

interface AutomationPageProps {
  readonly frame: Frame;
  readonly shown: AutomationShown;
  readonly budgets: readonly BudgetUse[];
  readonly settings: readonly DeclaredSetting[];
  /** The newest, those that had nothing to do left out. */
  readonly runs: readonly RunSummary[];
  /** The newest events that it did not want. */
  readonly passed: readonly PassedEvent[];
}

/** An automation: what it does, how it is doing, and its switches. */
export const AutomationPage: FC<AutomationPageProps> = (props) => {
  const { frame, shown, budgets, settings, runs, passed } = props;
  const { automation, does, pause, dryRun, last, file, link, enabled } = shown;
  const ended = last.filter(
    ({ state }) => state === "done" || state === "failed" || state === "needs_review",
  );
  const good = ended.filter(({ state }) => state === "done").length;
  return (
    <Layout title={automation} frame={frame} at="/automations">
      {does !== null && <p>{does}</p>}
      <Facts
        of={{
          Mode: <ModeBadge of={shown} />,
          When: shown.trigger,
          "Next run": shown.next !== null && <Moment at={shown.next} />,
          Success:
            ended.length === 0
              ? "no run has ended yet"
              : `${count(good)} of the last ${count(ended.length)} that had something to do`,
          Budget: budgets
            .filter(({ budget }) => budget.per === "automation")
            .map(({ budget, uses }) => (
              <Use budget={budget} used={uses.find(({ of }) => of === automation)?.used ?? 0} />
            )),
          Code:
            link === null ? (
              <code>{file}</code>
            ) : (
              <a href={link} rel="noreferrer noopener">
                {file}
              </a>
            ),
        }}
      />
      {!enabled && (
        <p class="note">
          It does not run. To switch it on, add it to <code>settings.automations</code> in{" "}
          <code>src/config.ts</code>; <code>npm run backtest -- {automation}</code> says what it would have
          done.
        </p>
      )}
      {pause !== null && (
        <p class="note wait">
          Paused by <Text of={pause.by} /> since <Time at={pause.since} />: <Text of={pause.reason} />
        </p>
      )}
      {dryRun !== null && (
        <p class="note wait">
          Switched to dry runs by <Text of={dryRun.by} /> since <Time at={dryRun.since} />:{" "}
          <Text of={dryRun.reason} />
        </p>
      )}
      <Switches frame={frame} automation={shown} />
      <h2>Last runs</h2>
      <div id="last-runs" data-live={10}>
        {runs.length === 0 ? (
          <p class="empty">It has not acted on anything that is on record.</p>
        ) : (
          <>
            <RunTable runs={runs} />
            <p>
              <a href={`/runs?automation=${automation}`}>All its runs</a>
            </p>
          </>
        )}
      </div>
      {passed.length > 0 && (
        <>
          <h2>What it passed lately, and why</h2>
          <PassedTable passed={passed} />
        </>
      )}
      {settings.length > 0 && (
        <>
          <h2>Settings</h2>
          <SettingTable settings={settings} label={`Settings of ${automation}`} />
        </>
      )}
    </Layout>
  );
};

const PassedTable: FC<Pick<AutomationPageProps, "passed">> = ({ passed }) => (
  <Table
    of={passed}
    id={({ id }) => id}
    columns={{
      Received: ({ receivedAt }) => <Time at={receivedAt} />,
      About: {
        names: true,
        class: "about",
        cell: ({ id, headline }) => <EventLink id={id} headline={headline} />,
      },
      "Why nothing was to be done": ({ reason }) => <Text of={reason} />,
    }}
  />
);

/** Event types, or the schedule with the next due time. */
export const When: FC<{ readonly of: AutomationShown }> = ({ of: { trigger, next } }) => (
  <>
    {trigger}
    {next !== null && (
      <span class="under">
        next <Time at={next} />
      </span>
    )}
  </>
);

/** Use of a budget; for a budget by source, the use of each. */
export const Use: FC<{
  readonly budget: BudgetUse["budget"];
  readonly used: number;
  readonly of?: string | null;
}> = ({ budget: { name, limit, effects, windowMinutes }, used, of = null }) => {
  const what = effects === "all" ? "changes" : effects === "deletes" ? "deletes" : effects.join(", ");
  return (
    <span class="line">
      <meter
        aria-label={name}
        min={0}
        max={Math.max(1, limit)}
        high={limit * 0.8}
        value={Math.min(used, limit)}
      />{" "}
      {count(used)} of {count(limit)} {what}
      {of !== null && ` from ${of}`} in the last{" "}
      {windowMinutes === 60 ? "hour" : span(windowMinutes * 60_000)}
    </span>
  );
};

/** Its mode: off, dry run or live. */
export const ModeBadge: FC<{ readonly of: AutomationShown }> = ({
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

/** Forms for an automation, by the person's role. */
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
  <DecideForm frame={frame} action={`/automations/${automation}/due`} label="Run now" fields={{}}>
    <p>
      {automation} runs at once, as if its time had come. Policy, budgets, pauses and dry runs hold for what
      it plans.
    </p>
  </DecideForm>
);

const PauseSwitch: FC<SwitchesProps> = ({ frame, automation: { automation, pause } }) =>
  pause === null ? (
    <DecideForm frame={frame} action={`/automations/${automation}/pause`} label="Pause" fields={{}}>
      <p>
        {automation} has no effect until the pause is lifted. Its events are still taken in, and its plans are
        made; a call that is under way is finished.
      </p>
    </DecideForm>
  ) : (
    <DecideForm
      frame={frame}
      action={`/automations/${automation}/lift`}
      label="Lift the pause"
      tone="good"
      fields={{}}
    >
      <p>Waiting runs of {automation} continue now.</p>
    </DecideForm>
  );

const ModeSwitch: FC<SwitchesProps> = ({ frame, automation: { automation, dryRun, dryBySettings } }) => {
  if (dryBySettings) return null;
  return dryRun === null ? (
    <DecideForm
      frame={frame}
      action={`/automations/${automation}/dry-run`}
      label="Switch to dry runs"
      fields={{}}
    >
      <p>
        Plans of {automation} that have not begun are not carried out: their runs end as a dry run. One that
        has begun is finished; to stop it, pause.
      </p>
    </DecideForm>
  ) : (
    <DecideForm
      frame={frame}
      action={`/automations/${automation}/live`}
      label="Switch to live"
      tone="good"
      fields={{}}
    >
      <p>
        New plans of {automation} are carried out again. What ended as a dry run stays so; replay it where it
        is wanted.
      </p>
    </DecideForm>
  );
};
