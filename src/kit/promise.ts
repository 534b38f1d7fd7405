// Standing checks: conditions that Reeve verifies at the governance service on a schedule. Each violation becomes a
// task for a person.
import * as z from "zod";
import { mendByHand } from "../actions/by-hand.ts";
import { DAY_MS, toIsoDay } from "../base/days.ts";
import { Problem } from "../base/problem.ts";
import type { ReadOperationId } from "../governance/contract/index.ts";
import { type Automation, automation, type Context } from "./automation.ts";
import { lastSnapshot, putSnapshot } from "./inventory.ts";
import { schedule } from "./schedule.ts";
import { findZone, readStanding } from "./settings.ts";

/** A violation of a standing check, with the instruction for the person who fixes it, in the imperative. */
const Breach = z.object({ id: z.string(), name: z.string(), task: z.string() });
/**
 * A violation of a standing check, with the instruction for the person who fixes it, in the imperative.
 *
 * @example
 * export const toBreach = (user: KnownUser): Breach => ({
 *   id: user.id,
 *   name: userCalled(user),
 *   task: `give ${userCalled(user)} a department`,
 * });
 */
export type Breach = z.output<typeof Breach>;

/** Maximum pages that one check reads. If a list has more pages, the run fails. */
const MAX_PAGES = 1_000;
const MAX_BREACHES = 200;

const Progress = z.object({ at: z.string(), done: z.int(), found: z.array(Breach) });

/** The ids of the violations that the last check found, each with the day on which the violation was first found. */
const Seen = z.object({ since: z.record(z.string(), z.iso.date()) });

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly on: string;
  readonly reads: readonly ReadOperationId[];
  /**
   * Finds the violations on one page of results.
   * @param at The `next` of the previous page, or `null` for the first page
   */
  check(
    context: Context,
    at: string | null,
  ): Promise<{ readonly broken: readonly Breach[]; readonly next?: string | undefined }>;
}

/**
 * Declares a standing check. Its tasks stay open while there are violations. If the violations change, a new plan
 * replaces the tasks. If none remain, the tasks end. Only the first 200 violations that a check finds become tasks. Its
 * settings can contain `assignees` and `askAgainDays`.
 *
 * @example
 * export const identitiesHaveDepartments = promise({
 *   name: "identities-have-departments",
 *   description: "Checks that every agent identity has a department.",
 *   on: "30 3 * * *",
 *   reads: ["searchUsers"],
 *   async check({ governance }) {
 *     const users = await findUsers(governance, { excludeTypes: ["USER_TYPE_HUMAN", "USER_TYPE_SYSTEM"] });
 *     const task = "give this identity a department";
 *     const broken = users.filter(({ department }) => !department);
 *     return { broken: broken.map((user) => ({ id: user.id, name: userCalled(user), task })) };
 *   },
 * });
 */
export function promise({ name, description, on, reads, check }: Definition): Automation {
  return automation({
    name,
    description,
    on: schedule(on),
    reads,
    proposes: [mendByHand],
    async propose(_, context) {
      const before = Progress.nullable().parse(context.progress);
      const { broken, next } = await check(context, before?.at ?? null);
      const found = [...(before?.found ?? []), ...broken].slice(0, MAX_BREACHES);
      const done = (before?.done ?? 0) + 1;
      if (next && done >= MAX_PAGES)
        throw new Problem("governance_unavailable", `${name}: the list continues after ${MAX_PAGES} pages`);
      if (next) return { goOn: { state: { at: next, done, found }, done, of: done + 1, what: "pages" } };
      return reportFindings(name, found, context);
    },
  });
}

async function reportFindings(
  name: Definition["name"],
  found: readonly Breach[],
  { history, settings, now, since: at }: Context,
) {
  const { askAgainDays, assignees } = readStanding(settings, name);
  const today = toIsoDay(at, findZone(settings, name));
  const last = (await lastSnapshot(history, name, Seen)) ?? { since: {} };
  const since = Object.fromEntries(found.map(({ id }) => [id, last.since[id] ?? today]));
  const isSame = JSON.stringify(since) === JSON.stringify(last.since);
  const extras = isSame ? {} : { leaves: [putSnapshot(name, { since })] };
  const asked = assignees.length > 0 && { assignees };
  const turnedDown = await history.rejected({ automation: name, since: now - askAgainDays * DAY_MS });
  const [first, ...others] = found
    .map(({ task, ...broken }) =>
      mendByHand({ promise: name, broken, task, since: since[broken.id] ?? today, ...asked }),
    )
    .filter(({ target }) => !turnedDown.has(target));
  const ignore = found.length > 0 ? "people declined to fix the violations" : "no violation found";
  if (!first) return { ignore, cancelsEarlier: true as const, ...extras };
  return { actions: [first, ...others] as const, ...extras };
}
