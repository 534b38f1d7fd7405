import type { FC } from "hono/jsx";
import type { BudgetUse, DryRunSwitch, Pause } from "../../desk/control-store.ts";
import type { AutomationActivity } from "../../ledger/read-activity.ts";
import { DecideForm } from "../parts/decide-form.tsx";
import type { Frame } from "../parts/frame.ts";
import { Layout } from "../parts/layout.tsx";
import { Badge, RunLink, RunState, Text, Time } from "../parts/text.tsx";
import { count } from "../parts/visible.ts";

/** An automation, and how it is doing. */
export interface AutomationShown extends AutomationActivity {
  readonly enabled: boolean;
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
    {frame.person.roles.has("admin") && (
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
              No automation has another effect until the pause is lifted. Events are still taken in, and plans
              are made; a call that is under way is finished.
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
            <p>What waits goes on at once. Automations that are paused by themselves stay so.</p>
          </DecideForm>
        )}
      </div>
    )}
    {automations.filter(isSwitchable).map((automation) => (
      <Card frame={frame} automation={automation} budgets={budgets} />
    ))}
    <Budgets budgets={budgets} />
    <Others automations={automations.filter((automation) => !isSwitchable(automation))} />
  </Layout>
);

/** Whether there is something to switch: it runs, or is still switched from when it did. */
const isSwitchable = ({ enabled, pause, dryRun }: AutomationShown): boolean =>
  enabled || pause !== null || dryRun !== null;

const SHOWN_RUNS = 4;

const Card: FC<{
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
      {frame.person.roles.has("admin") && <Switches frame={frame} automation={shown} />}
    </article>
  );
};

const Code: FC<Pick<AutomationShown, "file" | "link">> = ({ file, link }) =>
  link === null ? (
    <code>{file}</code>
  ) : (
    <a href={link} rel="noreferrer noopener">
      {file}
    </a>
  );

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
                  <Time at={last.at} /> <RunState state={last.state} />
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

const Switches: FC<{ readonly frame: Frame; readonly automation: AutomationShown }> = ({
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

const Use: FC<{ readonly name: string; readonly limit: number; readonly used: number }> = ({
  name,
  limit,
  used,
}) => (
  <span class="line">
    <meter
      aria-label={name}
      min={0}
      max={Math.max(1, limit)}
      high={limit * 0.8}
      value={Math.min(used, limit)}
    />{" "}
    {count(used)} of {count(limit)} {name}
  </span>
);

const Budgets: FC<{ readonly budgets: readonly BudgetUse[] }> = ({ budgets }) => (
  <>
    <h2>Budgets of all</h2>
    {budgets.filter(({ budget }) => budget.per !== "automation").length === 0 && <p class="empty">none</p>}
    {budgets
      .filter(({ budget }) => budget.per !== "automation")
      .flatMap(({ budget, uses }) =>
        (uses.length === 0 ? [{ of: null, used: 0 }] : uses).map(({ of, used }) => (
          <p>
            <Use
              name={of === null ? budget.name : `${budget.name} (${of})`}
              limit={budget.limit}
              used={used}
            />
          </p>
        )),
      )}
  </>
);
