import type { FC } from "hono/jsx";
import type { BudgetUse, DryRunSwitch, Pause } from "../../desk/control/store.ts";
import type { AutomationActivity } from "../../ledger/read-activity.ts";
import type { Frame } from "../components/frame.ts";
import { Badge, RunLink, RunState, Text, Time } from "../components/text.tsx";
import { count } from "../components/visible.ts";
import { Switches } from "./automation-switches.tsx";
import { Use } from "./budgets.tsx";

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
export const Card: FC<{
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
                <Time at={at} /> <RunState state={state} /> <RunLink id={id} />
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
