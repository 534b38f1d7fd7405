// The first page: work that waits for a person, and Reeve's own state.

import type { FC } from "hono/jsx";
import { formatDay, HOUR_MS, toIsoDay } from "../../base/days.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import { readCredentialEnd } from "../../governance/client/credential.ts";
import { type TokenState, tokenState } from "../../governance/client/token.ts";
import { listAudit } from "../../ledger/audit-list.ts";
import { countRunsByDay, type DayCount, type Overview, readOverview } from "../../ledger/overview.ts";
import { listRuns, normalizeReason, readNeeding } from "../../ledger/runs.ts";
import type { RunSummary } from "../../ledger/shapes.ts";
import { checkDeployment, type Liveness } from "../../operate/checks.ts";
import { isAllowed, type Person } from "../../operate/person.ts";
import { type Act, auditType } from "../../policy/acts.ts";
import { formatCrowd } from "../../policy/budget.ts";
import { type NeedingState, RUN_GROUP, RUN_GROUPS, type RunGroup } from "../../runs/states.ts";
import { useTimeZone } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { Facts, Findings, listAt, Section, Table } from "../components/lists.tsx";
import { MassBars, SourceStrip } from "../components/pictures.tsx";
import { count, Link, span, Text } from "../components/text.tsx";
import { type Asked, fromLedger } from "./page-context.tsx";
import { RunTable } from "./runs.tsx";
import { readStrips } from "./sources.tsx";

const ROWS_PER_PART = 5;
/** The time for which the page shows who has taken an alarm, in milliseconds. */
const SHIFT_MS = 12 * HOUR_MS;

export async function overviewPage(c: Asked) {
  const { config, person } = c.var;
  const { env } = c;
  const { LEDGER: db } = env;
  const now = Date.now();
  const toConfirm = { state: "awaiting_confirmation", requester: person.email };
  const orNull = <Value,>(asked: Promise<Value>) => fromLedger<Value | null>(c, asked, () => null);
  const [recorded, confirming, days, tenant, deployment] = await Promise.all([
    orNull(
      readOverview(db, now).then(async (read) => ({
        ...read,
        needing: await readNeeding(db, read.failed, ROWS_PER_PART),
      })),
    ),
    person.email ? orNull(listRuns(db, toConfirm, { limit: ROWS_PER_PART })) : null,
    orNull(countRunsByDay(db, config.settings.timeZone, now, config)),
    tokenState(env, now).catch(asProblem),
    checkDeployment(env, config, (asked, instead) => fromLedger(c, asked, instead)),
  ]);
  const { state: control, desks, findings, masses } = deployment;
  const strips = await readStrips(c, control.refusals);
  const problems = findings.filter(({ is }) => is === "problem");
  const takes = { type: auditType("take"), byPeople: true, since: now - SHIFT_MS } as const;
  const taken = problems.length > 0 ? await orNull(listAudit(db, takes, { limit: 100 })) : null;
  return (
    <Layout title="Overview" at="/">
      <div id="overview" data-live={15}>
        {problems.length === 0 && <p class="well">Reeve and the governance API are up.</p>}
        <Findings of={problems} taken={taken?.items ?? []} />
        {masses.map((mass) => (
          <MassBars of={mass} />
        ))}
        {control.pauses.map(({ automation, reason }) => (
          <p class="note wait">
            <strong>{automation ?? "Everything"}</strong> is paused: <Text of={reason} />.{" "}
            <a href="/automations">Automations</a>
          </p>
        ))}
        {control.budgets.map(({ budget, uses }) =>
          uses
            .filter(({ held }) => held > 0)
            .map(({ of, used, held, size }) => (
              <p class="note wait">
                <strong>{formatCrowd(budget, of, used, size ?? 0)}.</strong> {count(held)} plans are held by
                the budget “{budget.name}”:{" "}
                {(budget.automations ?? [undefined]).map((automation) => (
                  <a href={listAt("/runs", { state: "held", ...(automation && { automation }) })}>
                    resume or cancel all of them
                  </a>
                ))}
              </p>
            )),
        )}
        {recorded ? (
          <NeedsYou overview={recorded} confirming={confirming?.items ?? []} person={person} />
        ) : (
          <Link to="/approvals">See the plans that wait for approval</Link>
        )}
        {days && (
          <section aria-labelledby="days">
            <h2 id="days">Runs per day</h2>
            <RunsByDay of={days} />
            <Link to="/changes?since=24h">Changes, and how to undo them</Link>
          </section>
        )}
        <Section title="Deliveries" when={strips.size > 0}>
          <Facts of={Array.from(strips, ([name, of]) => [name, <SourceStrip of={of} />])} />
        </Section>
        <Parts {...{ tenant, desks, now }} credentialEnds={readCredentialEnd(env, control.credentials)} />
      </div>
    </Layout>
  );
}

const NeedsYou: FC<{
  readonly overview: Overview & { readonly needing: readonly RunSummary[] };
  /** Runs that the reader requested and must confirm. */
  readonly confirming: readonly RunSummary[];
  readonly person: Person;
}> = ({ overview, confirming, person }) => {
  const { waiting } = overview;
  const failed = overview.failed.reduce((sum, { runs }) => sum + runs, 0);
  const counts = [
    [confirming.length, "for you to confirm", "/ask"],
    [waiting.needs_review, "need review", "/runs?state=needs_review"],
    [waiting.awaiting_approval, "wait for approval", "/approvals"],
    [waiting.held, "held over budget", "/runs?state=held"],
    [waiting.awaiting_follow_up, "follow-ups open", "/approvals"],
    [failed, "failed in 24 hours", "/runs?state=failed"],
  ] as const;
  const urgent = overview.needing.toSorted(byUrgency);
  const mine = [...confirming, ...urgent.filter(({ state }) => isFor(person, state))];
  const others = urgent.filter(({ state }) => !isFor(person, state));
  return (
    <section aria-labelledby="needs">
      <h2 id="needs">Needs you</h2>
      <ul class="counts">
        {counts
          .filter(([n]) => n > 0)
          .map(([n, words, href]) => (
            <li class={href === "/runs?state=failed" ? "bad" : "wait"}>
              <a href={href}>
                <strong>{count(n)}</strong> {words}
              </a>
            </li>
          ))}
      </ul>
      {mine.length === 0 ? (
        <p class="empty">
          Nothing needs you right now. <a href="/runs">See what Reeve did</a>
        </p>
      ) : (
        <Needing runs={mine} failed={overview.failed} />
      )}
      {others.length > 0 && [<h3>Waiting for others</h3>, <Needing runs={others} failed={overview.failed} />]}
    </section>
  );
};

/**
 * Lists runs that need a person. If several failed for the same reason, the list shows only the newest, with the number
 * of the others.
 */
const Needing: FC<{ readonly runs: readonly RunSummary[]; readonly failed: Overview["failed"] }> = (
  props,
) => (
  <RunTable
    runs={props.runs}
    note={({ state, problem }) => {
      const reason = normalizeReason(problem?.message ?? "");
      const more = (props.failed.find((one) => one.reason === reason)?.runs ?? 1) - 1;
      if (state !== "failed" || more < 1) return null;
      return <a href={listAt("/runs", { state, reason })}>and {count(more)} more for this reason</a>;
    }}
  />
);

/**
 * The act with which a person handles a run, by the run's state, with the most urgent state first. The act determines
 * the role that the person needs.
 */
const ACT: Readonly<Record<string, Act>> = {
  needs_review: "reviewed",
  awaiting_approval: "approved",
  held: "resumed",
  awaiting_follow_up: "completed",
  failed: "retried",
} satisfies Record<NeedingState | "failed", Act>;
const isFor = (person: Person, state: string): boolean => isAllowed(person, ACT[state] ?? "read");

/** Orders runs by the urgency of their states, and by due time within a state. */
const byUrgency = (a: RunSummary, b: RunSummary): number =>
  URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) ||
  (a.dueAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? Number.MAX_SAFE_INTEGER);
const URGENCY = Object.keys(ACT);

/** Shows the state of the tenant, the desks and the ledger. */
const Parts: FC<
  Pick<Liveness, "desks" | "now"> & {
    /** Access to the tenant, or the problem that prevents it. */
    readonly tenant: TokenState | Problem;
    /** The end of the governance credential in Unix milliseconds, or `null` if unknown. */
    readonly credentialEnds: number | null;
  }
> = ({ tenant, credentialEnds, desks, now }) => {
  const reached = desks.filter((desk) => desk !== null);
  const total = (of: "waiting" | "due" | "inFlight") =>
    count(reached.reduce((sum, desk) => sum + desk[of], 0));
  const since = reached.flatMap(({ unrecordedSince }) => unrecordedSince ?? []);
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">Tenant, {desks.length === 1 ? "desk" : `${desks.length} desks`} and ledger</h2>
      {tenant instanceof Problem && <p class="note bad">{tenant.message}</p>}
      <Facts
        of={{
          Tenant: "root" in tenant && tenant.root,
          Credential:
            credentialEnds !== null &&
            `${credentialEnds > now ? "expires" : "expired"} on ${formatDay(toIsoDay(credentialEnds, "UTC"))}`,
          "Access token": "root" in tenant && tenant.expiresAt === null && "not fetched yet",
          "Runs waiting": total("waiting"),
          "Due now": total("due"),
          "In progress": total("inFlight"),
          "Ledger lag": since.length === 0 ? "none" : span(now - Math.min(...since)),
        }}
      />
    </section>
  );
};

const sum = (runs: DayCount["runs"]): number => Object.values(runs).reduce((total, n) => total + n, 0);

export const RunsByDay: FC<{ readonly of: readonly DayCount[] }> = ({ of: days }) => {
  const timeZone = useTimeZone();
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "short" });
  const maximum = Math.max(...days.map(({ runs }) => sum(runs)));
  if (maximum === 0) {
    const events = `/events?since=${days[0]?.at}`;
    return (
      <p class="empty">
        No run began in the last {days.length} days. <a href={events}>See the received events</a>
      </p>
    );
  }
  const figures = (group: RunGroup) => ({
    class: "n",
    cell: ({ at, until, runs }: DayCount) =>
      runs[group] === 0 ? (
        <span class="dim">0</span>
      ) : (
        <a href={`/runs?since=${at}&until=${until}&state=${group}`}>
          {count(runs[group])}
          <span class="unseen">{` ${RUN_GROUP[group].words} on ${format.format(at)}`}</span>
        </a>
      ),
  });
  const shown = RUN_GROUPS.filter((group) => days.some(({ runs }) => runs[group] > 0));
  const isChart = days.filter(({ runs }) => sum(runs) > 0).length > 1;
  return (
    <Table
      of={days.toReversed().filter(({ runs }) => isChart || sum(runs) > 0)}
      class="days"
      columns={{
        Day: { names: true, cell: ({ at }) => format.format(at) },
        Runs: {
          class: "chart",
          cell: ({ runs }) => (
            <>
              {count(sum(runs))}
              {isChart && (
                <span class="bars" aria-hidden="true">
                  {shown.map((group) => (
                    <svg class={RUN_GROUP[group].tone} width={`${(100 * runs[group]) / maximum}%`} />
                  ))}
                </span>
              )}
            </>
          ),
        },
        ...Object.fromEntries(shown.map((group) => [RUN_GROUP[group].words, figures(group)])),
      }}
    />
  );
};
