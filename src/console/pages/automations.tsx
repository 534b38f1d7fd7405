// The page of automations: purpose, next run, last run, and those that are off.

import type { FC } from "hono/jsx";
import { automations } from "../../automations/index.ts";
import { findControl } from "../../desk/directory.ts";
import { readAutomationActivity } from "../../ledger/runs.ts";
import { pauseAct } from "../../policy/roles.ts";
import { DecideForm } from "../components/decide-form.tsx";
import { Layout } from "../components/layout.tsx";
import { Table } from "../components/tables.tsx";
import { RunStateBadge, Time } from "../components/text.tsx";
import { mayDo } from "../person.ts";
import { type AutomationShown, automationShown, ModeBadge, SwitchNote, Use, When } from "./automation.tsx";
import { type Asked, fromLedger } from "./page-context.tsx";

/** The automations, enabled ones first, and the pause of everything. */
export async function automationsPage(c: Asked) {
  const { config, person } = c.var;
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
  const on = shown.filter(isSwitchable);
  const off = shown.filter((automation) => !isSwitchable(automation));
  const everything = control.pauses.find(({ automation }) => automation === null) ?? null;
  const shared = control.budgets.filter(({ budget }) => budget.per !== "automation");
  return (
    <Layout title="Automations" at="/automations">
      <SwitchNote of={everything}>
        <strong>Everything is paused</strong>
      </SwitchNote>
      {mayDo(person, pauseAct(everything === null ? "pause" : "resume", null)) && (
        <div class="decisions">
          {everything === null ? (
            <DecideForm action="/automations/pause" label="Pause everything" tone="bad">
              <p>
                No automation makes another change until the pause is lifted. Events are still accepted, and
                plans are made; a call that is under way is finished.
              </p>
            </DecideForm>
          ) : (
            <DecideForm action="/automations/lift" label="Lift the pause of everything" tone="good">
              <p>Waiting runs continue now. Automations paused individually stay paused.</p>
            </DecideForm>
          )}
          {config.agents.enabled && !control.agentsOff && (
            <DecideForm action="/automations/agents-off" label="Turn all agents off" tone="bad">
              <p>/mcp refuses every agent, and nothing that one asked for acts, until they are turned on.</p>
            </DecideForm>
          )}
        </div>
      )}
      <SwitchNote of={control.agentsOff}>
        <strong>All agents are turned off</strong>
      </SwitchNote>
      {control.agentsOff && mayDo(person, pauseAct("resume", null)) && (
        <DecideForm action="/automations/agents-on" label="Turn agents on again" tone="good">
          <p>Agents may ask again, and what waits of their requests goes on.</p>
        </DecideForm>
      )}
      {on.length === 0 ? (
        <p class="empty">
          No automation runs yet. Add one to <code>settings.automations</code> in <code>src/config.ts</code>.
        </p>
      ) : (
        <div id="enabled" data-live={15}>
          <AutomationTable automations={on} />
        </div>
      )}
      {shared.length > 0 && <h2>Budgets that they share</h2>}
      {shared.flatMap(({ budget, uses }) =>
        (uses.length === 0 ? [{ of: null, used: 0 }] : uses).map(({ of, used }) => (
          <p>
            <Use budget={budget} used={used} of={of} />
          </p>
        )),
      )}
      {off.length > 0 && <h2>Not enabled</h2>}
      {off.length > 0 && <AutomationTable automations={off} />}
    </Layout>
  );
}

/** True if it can be switched: it is enabled, or still paused or in dry run. */
const isSwitchable = ({ enabled, pause, dryRun }: AutomationShown): boolean =>
  enabled || pause !== null || dryRun !== null;

const AutomationTable: FC<{ readonly automations: readonly AutomationShown[] }> = ({ automations }) => (
  <Table
    of={automations}
    id={({ automation }) => automation}
    columns={{
      Automation: {
        names: true,
        class: "about",
        cell: ({ automation, does }) => (
          <>
            <a href={`/automations/${automation}`}>{automation}</a>
            {does !== null && <span class="under">{does}</span>}
          </>
        ),
      },
      When: (shown) => <When of={shown} />,
      "Last run": ({ last: [last] }) =>
        last === undefined ? (
          <span class="dim">none on record</span>
        ) : (
          <a class="run" href={`/runs/${last.id}`}>
            <Time at={last.at} /> <RunStateBadge state={last.state} />
          </a>
        ),
      Mode: (shown) => <ModeBadge of={shown} />,
    }}
  />
);
