// The automation pages: the list, and one automation with its purpose, switches, settings and last runs.
import type { Child, FC } from "hono/jsx";
import { automations, findFile } from "../../automations/index.ts";
import { Problem } from "../../base/problem.ts";
import { type Config, settingsIn } from "../../define-config.ts";
import type { ControlState } from "../../desk/control/control.ts";
import type { BudgetUse, SetSwitch } from "../../desk/control/store.ts";
import { findControl } from "../../desk/directory.ts";
import { acceptsAnyProject, findSchedule } from "../../kit/automation.ts";
import { nextDue } from "../../kit/due.ts";
import { formatSchedule } from "../../kit/schedule.ts";
import { isEnabled } from "../../kit/settings.ts";
import { readDeclined } from "../../ledger/events.ts";
import { type AutomationActivity, listRuns, readAutomationActivity } from "../../ledger/runs.ts";
import { SWITCHES } from "../../operate/operators.ts";
import { isAllowed } from "../../operate/person.ts";
import { ACTS, pauseAct } from "../../policy/acts.ts";
import { AutomationPicture } from "../components/automation-picture.tsx";
import { DecideForm } from "../components/decide-form.tsx";
import { useFrame } from "../components/frame.ts";
import { EventLink } from "../components/headline.tsx";
import { Layout } from "../components/layout.tsx";
import { Facts, Section, Table } from "../components/lists.tsx";
import { Badge, count, Link, RunStateBadge, span, Text, Time, TimeAgo } from "../components/text.tsx";
import { type Asked, fromLedger, NO_ROWS } from "./page-context.tsx";
import { RunTable } from "./runs.tsx";
import { formatValue, isChanged, SettingTable } from "./settings.tsx";

export async function automationsPage(c: Asked) {
  const { config } = c.var;
  const names = Array.from(automations.keys());
  const [control, activity] = await Promise.all([
    findControl(c.env).state(),
    fromLedger(c, readAutomationActivity(c.env.LEDGER, names), () =>
      names.map((automation) => ({ automation, last: [] })),
    ),
  ]);
  const shown = activity
    .map((one) => automationShown(config, control, one))
    .toSorted((a, b) => Number(b.enabled) - Number(a.enabled));
  const { on = [], off = [] } = Object.groupBy(shown, (one) => (isSwitchable(one) ? "on" : "off"));
  const everything = control.pauses.find(({ automation }) => automation === null) ?? null;
  const shared = control.budgets.filter(({ budget }) => budget.per !== "automation");
  return (
    <Layout title="Automations" at="/automations">
      <SwitchNote of={everything}>
        <strong>Everything is paused</strong>
      </SwitchNote>
      <div class="decisions">
        <SwitchForm act={everything === null ? "pause" : "lift"} automation={null} />
        {config.agents.enabled && !control.agentsOff && <SwitchForm act="agentsOff" automation={null} />}
      </div>
      <SwitchNote of={control.agentsOff}>
        <strong>{ACTS.agentsOff.audit[1]}</strong>
      </SwitchNote>
      {control.agentsOff && <SwitchForm act="agentsOn" automation={null} />}
      {on.length === 0 ? (
        <p class="empty">
          No automation is enabled. Add one to <code>settings.automations</code> in <code>src/config.ts</code>
          .
        </p>
      ) : (
        <div id="enabled" data-live={15}>
          <AutomationTable automations={on} />
        </div>
      )}
      {shared.length > 0 && <h2>Shared budgets</h2>}
      {shared.flatMap(({ budget, uses }) =>
        (uses.length === 0 ? [{ of: null, used: 0 }] : uses).map(({ of, used }) => (
          <p>
            <Use budget={budget} used={used} of={of} />
          </p>
        )),
      )}
      <Section title="Not enabled" when={off.length > 0}>
        <AutomationTable automations={off} />
      </Section>
    </Layout>
  );
}

/**
 * Returns true if the automation belongs in the first list: it is enabled, or a switch still pauses it or keeps it in
 * dry run.
 */
const isSwitchable = ({ enabled, pause, dryRun }: AutomationShown): boolean =>
  enabled || pause !== null || dryRun !== null;

const AutomationTable: FC<{ readonly automations: readonly AutomationShown[] }> = ({ automations }) => (
  <Table
    of={automations}
    id={({ automation }) => automation}
    columns={{
      Automation: {
        names: true,
        cell: ({ automation, description }) => [
          <a href={`/automations/${automation}`}>{automation}</a>,
          description !== null && <span class="under">{description}</span>,
        ],
      },
      When: ({ trigger, next }) => [
        trigger,
        next !== null && (
          <span class="under">
            next <Time at={next} />
          </span>
        ),
      ],
      "Last run": ({ last: [last] }) =>
        last === undefined ? (
          <span class="dim">none recorded</span>
        ) : (
          <a class="run" href={`/runs/${last.id}`}>
            <Time at={last.at} /> <RunStateBadge state={last.state} />
          </a>
        ),
      Mode: (shown) => <ModeBadge of={shown} />,
    }}
  />
);

type AutomationShown = ReturnType<typeof automationShown>;

function automationShown(
  { settings, policy, console: shownAs }: Config,
  { pauses, dryRuns }: Pick<ControlState, "pauses" | "dryRuns">,
  activity: AutomationActivity,
) {
  const name = activity.automation;
  const automation = automations.get(name);
  const schedule = automation ? findSchedule(automation, settings) : null;
  const enabled = isEnabled(settings, name);
  const elsewhere = schedule !== null && schedule.timeZone !== settings.timeZone;
  const file = findFile(name);
  return {
    ...activity,
    description: automation?.description ?? null,
    enabled,
    byClock: schedule !== null,
    /** Event types that the automation listens to, or its schedule, in words. */
    trigger: schedule
      ? formatSchedule(schedule) + (elsewhere ? ` (${schedule.timeZone})` : "")
      : [automation?.on ?? []].flat().join(", ") +
        (automation && acceptsAnyProject(automation, settings) ? ", of every project" : ""),
    /** Next due time in Unix milliseconds, or `null` if there is none or the automation is not enabled. */
    next: schedule && enabled ? nextDue(schedule, Date.now()) : null,
    /** True if the settings keep the automation in dry run, which no switch can end. */
    dryBySettings: policy.dryRun.includes(name),
    dryRun: dryRuns.find((one) => one.automation === name) ?? null,
    pause: pauses.find((one) => one.automation === name) ?? null,
    /** Path of the automation's code. `link` is the URL of the code, or `null` if `console.codeUrl` is not set. */
    file,
    link: shownAs.codeUrl === undefined ? null : new URL(file, shownAs.codeUrl).href,
  };
}

const MAX_RECENT_RUNS = 10;

/** Shows the page of an automation. @throws Problem `not_found` if no automation has this name */
export async function automationPage(c: Asked, automation: string) {
  const declared = automations.get(automation);
  if (!declared) throw new Problem("not_found", `there is no automation ${automation}`);
  const { LEDGER: db } = c.env;
  const [control, [activity], { items: runs }, declined] = await Promise.all([
    findControl(c.env).state(),
    fromLedger(c, readAutomationActivity(db, [automation]), () => []),
    fromLedger(c, listRuns(db, { automation }, { limit: MAX_RECENT_RUNS }), () => NO_ROWS),
    fromLedger(c, readDeclined(db, automation, MAX_RECENT_RUNS), () => []),
  ]);
  const settings = settingsIn(c.var.config).filter(
    ({ path: [, part, name] }) => part === "automations" && name === automation,
  );
  const shown = automationShown(c.var.config, control, activity ?? { automation, last: [] });
  const { description, pause, dryRun, last, file, link, enabled } = shown;
  const ended = last.filter(({ state }) => ["done", "failed", "needs_review"].includes(state));
  const good = ended.filter(({ state }) => state === "done").length;
  return (
    <Layout title={automation} at="/automations">
      {description !== null && <p>{description}</p>}
      <Facts
        of={{
          Mode: <ModeBadge of={shown} />,
          "Next run": shown.next !== null && <TimeAgo at={shown.next} />,
          Success:
            ended.length === 0
              ? "no run has ended yet"
              : `${count(good)} of the last ${count(ended.length)} runs that had something to do`,
          Budget: control.budgets
            .filter(({ budget }) => budget.per === "automation")
            .map(({ budget, uses }) => (
              <Use budget={budget} used={uses.find(({ of }) => of === automation)?.used ?? 0} />
            )),
          Code: link ? <a {...{ href: link, rel: "noreferrer noopener" }}>{file}</a> : <code>{file}</code>,
        }}
      />
      {!enabled && (
        <p class="note">
          This automation is not enabled. To enable it, add it to <code>settings.automations</code> in{" "}
          <code>src/config.ts</code>; <code>npm run reeve -- backtest {automation}</code> shows the plans that
          it would have made.
        </p>
      )}
      <p>
        <a href={`/automations/${encodeURIComponent(automation)}/preview`}>Preview this automation</a>
      </p>
      <SwitchNote of={pause}>Paused</SwitchNote>
      <SwitchNote of={dryRun}>{ACTS.dryRun.audit[1]}</SwitchNote>
      <h2>How it works</h2>
      <AutomationPicture
        of={declared}
        trigger={shown.trigger}
        byClock={shown.byClock}
        settings={settings
          .filter(isChanged)
          .map(({ path, value }) => [path.slice(3).join(" "), formatValue(value)] as const)}
        policy={c.var.config.policy}
      />
      <div class="decisions">
        {enabled && shown.byClock && isAllowed(c.var.person, "due") && (
          <DecideForm action={`/automations/${automation}/due`} label={ACTS.due.button}>
            <p>{ACTS.due.leads}</p>
          </DecideForm>
        )}
        <SwitchForm act={pause === null ? "pause" : "lift"} automation={automation} />
        {!shown.dryBySettings && (
          <SwitchForm act={dryRun === null ? "dryRun" : "live"} automation={automation} />
        )}
      </div>
      <h2>Last runs</h2>
      <div id="last-runs" data-live={10}>
        <RunTable runs={runs} empty="No runs yet." />
        {runs.length > 0 && <Link to={`/runs?automation=${automation}`}>All its runs</Link>}
      </div>
      <Section title="Recently skipped" when={declined.length > 0}>
        <Table
          of={declined}
          columns={{
            Received: ({ receivedAt }) => <Time at={receivedAt} />,
            About: { names: true, cell: (event) => <EventLink {...event} /> },
            Reason: ({ reason }) => <Text of={reason} />,
          }}
        />
      </Section>
      <Section title="Settings" when={settings.length > 0}>
        <SettingTable settings={settings} />
      </Section>
    </Layout>
  );
}

/** Shows who set an active switch, when and why. */
const SwitchNote: FC<{ readonly of: SetSwitch | null; readonly children: Child }> = ({ of, children }) =>
  of && (
    <p class="note wait">
      {children} by <Text of={of.by} /> since <Time at={of.since} />: <Text of={of.reason} />
    </p>
  );

/**
 * Shows the use of a budget. `of` names the source, app or connector that the use belongs to, if each has its own
 * count.
 */
const Use: FC<{
  readonly budget: BudgetUse["budget"];
  readonly used: number;
  readonly of?: string | null;
}> = ({ budget: { name, limit, effects, windowMinutes, percent }, used, of = null }) => {
  const what = effects === "all" ? "changes" : [effects].flat().join(", ");
  return (
    <span class="line">
      <meter
        aria-label={name}
        min={0}
        max={Math.max(1, limit)}
        high={limit * 0.8}
        value={Math.min(used, limit)}
      />{" "}
      {name}: {count(used)} of {count(limit)} {what}
      {percent && `, or ${percent.most} % of ${percent.of} if that is more,`}
      {of !== null && ` from ${of}`} in the last{" "}
      {windowMinutes === 60 ? "hour" : span(windowMinutes * 60_000)}
    </span>
  );
};

const ModeBadge: FC<{ readonly of: AutomationShown }> = ({ of: shown }) => {
  if (!shown.enabled) return <Badge tone="quiet">not enabled</Badge>;
  const dry = shown.dryBySettings ? "dry run (set in src/config.ts)" : shown.dryRun && "dry run";
  return (
    <>
      <Badge tone={dry ? "go" : "good"}>{dry ?? "live"}</Badge>
      {shown.pause !== null && <Badge tone="wait">paused</Badge>}
    </>
  );
};

/**
 * Shows the form of a switch if the person's role allows it.
 * @param automation `null` for a switch that concerns no single automation
 */
const SwitchForm: FC<{ readonly act: keyof typeof SWITCHES; readonly automation: string | null }> = (
  props,
) => {
  const { act, automation } = props;
  const needed = act === "pause" || act === "lift" ? pauseAct(act, automation) : act;
  return isAllowed(useFrame().person, needed) ? (
    <DecideForm
      action={SWITCHES[act].path}
      label={ACTS[needed].button}
      tone={ACTS[act].tone}
      fields={automation === null ? {} : { automation }}
    >
      <p>{ACTS[act].leads}</p>
    </DecideForm>
  ) : null;
};
