// Routes of the pages about how Reeve is doing and how it is set up.

import { Hono } from "hono/tiny";
import { automations } from "../../automations/index.ts";
import { scheduleOf } from "../../automations/kit/automation.ts";
import { nextDue } from "../../automations/kit/due.ts";
import { listenedSources } from "../../automations/kit/quiet-sources.ts";
import { scheduleWords } from "../../automations/kit/schedule.ts";
import { isEnabled, settingsOf } from "../../automations/settings.ts";
import { DAY_MS } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import { type Config, settingsIn } from "../../define-config.ts";
import type { ControlState } from "../../desk/control/control.ts";
import { allDesks, controlOf } from "../../desk/directory.ts";
import { historyIn } from "../../desk/engine/deps.ts";
import { type Env, siteOf } from "../../env.ts";
import { type TokenState, tokenState } from "../../governance/client/index.ts";
import { listEvents, readEvent, readPassed, readSourceActivity } from "../../ledger/events.ts";
import { countRunsByDay, type DayCount, readOverview } from "../../ledger/overview.ts";
import { type AutomationActivity, listRuns, readAutomationActivity, readNeeding } from "../../ledger/runs.ts";
import { entrances, hookPath, systems } from "../../systems/index.ts";
import { readSecrets } from "../../systems/schemes/secrets.ts";
import type { Entrance } from "../../systems/system.ts";
import { credentialEndOf } from "../metrics.ts";
import { AutomationPage, type AutomationShown } from "./automation.tsx";
import { AutomationsPage } from "./automations.tsx";
import { OverviewPage } from "./overview.tsx";
import { fromLedger, NO_ROWS, type PageContext, type PageEnv, pathName, show } from "./page-context.tsx";
import { SettingsPage, variablesOf } from "./settings.tsx";
import { SourcePage, type SourceShown, SourcesPage } from "./sources.tsx";

/** Runs, and events, on the page of an automation. */
const OF_AUTOMATION = 10;
/** Runs of each kind that the overview lists. */
const SOME = 5;

/** The pages about how Reeve is doing and how it is set up. */
export const state = new Hono<PageEnv>()
  .get("/automations", async (c) => {
    const names = Array.from(automations.keys());
    const [control, activity] = await Promise.all([
      controlOf(c.env).state(),
      fromLedger(c, readAutomationActivity(c.env.LEDGER, names), () =>
        names.map((automation) => ({ automation, last: [] })),
      ),
    ]);
    const shown = activity.map((one) => automationShown(c.var.config, control, one));
    return show(
      c,
      <AutomationsPage
        automations={shown.toSorted((a, b) => Number(b.enabled) - Number(a.enabled))}
        everything={control.pauses.find(({ automation }) => automation === null) ?? null}
        budgets={control.budgets}
      />,
    );
  })
  .get("/automations/:name", pathName, async (c) => {
    const { name } = c.req.valid("param");
    if (!automations.has(name)) throw new Problem("not_found", `there is no automation ${name}`);
    const { LEDGER: db } = c.env;
    const [control, [activity], runs, passed] = await Promise.all([
      controlOf(c.env).state(),
      fromLedger(c, readAutomationActivity(db, [name]), () => []),
      fromLedger(c, listRuns(db, { automation: name }, { limit: OF_AUTOMATION }), () => NO_ROWS),
      fromLedger(c, readPassed(db, name, OF_AUTOMATION), () => []),
    ]);
    const settings = settingsIn(c.var.config).filter(
      ({ path: [, part, automation] }) => part === "automations" && automation === name,
    );
    return show(
      c,
      <AutomationPage
        shown={automationShown(c.var.config, control, activity ?? { automation: name, last: [] })}
        budgets={control.budgets}
        settings={settings}
        runs={runs.items}
        passed={passed}
      />,
    );
  })
  .get("/sources", async (c) => {
    const shown = await sourcesShown(c, entrances);
    return show(c, <SourcesPage sources={shown} />);
  })
  .get("/sources/:name", pathName, async (c) => {
    const { name } = c.req.valid("param");
    const { LEDGER: db } = c.env;
    const [[source], { items }] = await Promise.all([
      sourcesShown(
        c,
        entrances.filter((entrance) => entrance.name === name),
      ),
      listEvents(db, { source: name }, { limit: 1 }),
    ]);
    if (!source) throw new Problem("not_found", `there is no source ${name}`);
    const system = Array.from(systems.values()).find(({ sources }) =>
      sources.some((one) => one.name === name),
    );
    return show(
      c,
      <SourcePage
        source={source}
        system={system?.name ?? name}
        named={c.var.config.settings.fields[system?.name ?? name] ?? {}}
        last={await readEvent(db, items[0]?.id ?? "")}
      />,
    );
  })
  .get("/settings", async (c) =>
    show(
      c,
      <SettingsPage
        anybody={c.var.config.people.some(({ roles }) => roles.length > 0)}
        settings={settingsIn(c.var.config)}
        variables={variablesOf(c.env)}
        credentialEnds={credentialEndOf(c.env, await controlOf(c.env).state())}
      />,
    ),
  )
  .get("/", async (c) => {
    const { LEDGER: db } = c.env;
    const now = Date.now();
    const [overview, days, needing, activity, listened, tenant, desks, control] = await Promise.all([
      readOverview(db, now),
      runsByDay(db, c.var.config, now),
      readNeeding(db, now - DAY_MS, SOME),
      readSourceActivity(
        db,
        entrances.map(({ name }) => name),
      ),
      listenedSources(historyIn(db), settingsOf(c.var.config.settings, "silent-source"), now),
      tenantOf(c.env, now),
      Promise.allSettled(allDesks(c.env).map((desk) => desk.health())),
      controlOf(c.env).state(),
    ]);
    const sources = activity.flatMap((one) => {
      const entrance = entrances.find(({ name }) => name === one.source);
      const configured = entrance !== undefined && readSecrets(entrance, c.env).ok;
      const quietBeyond = listened.find(({ source }) => source === one.source)?.quietBeyond ?? null;
      return configured || one.lastAt !== null ? [{ ...one, configured, quietBeyond }] : [];
    });
    return show(
      c,
      <OverviewPage
        now={now}
        overview={overview}
        days={days}
        needing={needing}
        sources={sources}
        tenant={tenant}
        credentialEnds={credentialEndOf(c.env, control)}
        desks={desks.map((desk) => (desk.status === "fulfilled" ? desk.value : null))}
        paused={control.pauses}
      />,
    );
  });

/** Time for which counts by day hold: to count reads every run of a week, and an open overview asks four times a minute. */
const DAYS_HOLD_MS = 60_000;
const countedDays = new WeakMap<Config, { readonly at: number; readonly days: readonly DayCount[] }>();

async function runsByDay(db: D1Database, config: Config, now: number): Promise<readonly DayCount[]> {
  const counted = countedDays.get(config);
  if (counted && now - counted.at < DAYS_HOLD_MS) return counted.days;
  const days = await countRunsByDay(db, config.settings.timeZone, now);
  countedDays.set(config, { at: now, days });
  return days;
}

/** An automation as its pages have it. */
function automationShown(
  { settings, policy, console: shownAs }: Config,
  { pauses, dryRuns }: Pick<ControlState, "pauses" | "dryRuns">,
  activity: AutomationActivity,
): AutomationShown {
  const name = activity.automation;
  const automation = automations.get(name);
  const schedule = automation ? scheduleOf(automation, settings) : null;
  const enabled = isEnabled(settings, name);
  const elsewhere = schedule !== null && schedule.timeZone !== settings.timeZone;
  const file = `src/automations/${name}.ts`;
  return {
    ...activity,
    does: automation?.does ?? null,
    enabled,
    byClock: schedule !== null,
    trigger: schedule
      ? scheduleWords(schedule) + (elsewhere ? ` (${schedule.timeZone})` : "")
      : [automation?.on ?? []].flat().join(", "),
    next: schedule && enabled ? nextDue(schedule, Date.now()) : null,
    dryBySettings: policy.dryRun.includes(name),
    dryRun: dryRuns.find((one) => one.automation === name) ?? null,
    pause: pauses.find((one) => one.automation === name) ?? null,
    file,
    link: shownAs.codeUrl === undefined ? null : new URL(file, shownAs.codeUrl).href,
  };
}

/** Sources as their pages have them. */
async function sourcesShown(
  { env, req }: Pick<PageContext, "env" | "req">,
  wanted: readonly Entrance[],
): Promise<readonly SourceShown[]> {
  const names = wanted.map(({ name }) => name);
  const [{ refusals, handshakes }, activity] = await Promise.all([
    controlOf(env).state(),
    readSourceActivity(env.LEDGER, names),
  ]);
  const site = siteOf(env) ?? new URL(req.url).origin;
  return wanted.flatMap((entrance) => {
    const { name, authentication, secretVariable, setUp } = entrance;
    const secrets = readSecrets(entrance, env);
    const own = activity.find(({ source }) => source === name);
    if (!own) return [];
    return [
      {
        ...own,
        url: site + hookPath(entrance),
        authentication,
        variable: secretVariable,
        fault: secrets.ok ? null : secrets.reason,
        setUp,
        refusals: refusals.filter(({ source }) => source === name),
        handshake: handshakes.find(({ source }) => source === name) ?? null,
      },
    ];
  });
}

async function tenantOf(env: Env, now: number): Promise<TokenState | { readonly fault: string }> {
  try {
    return await tokenState(env, now);
  } catch (error) {
    if (error instanceof Problem) return { fault: error.message };
    throw error;
  }
}
