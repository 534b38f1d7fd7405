// Standing promises: what is to hold each night at the governance service, and a follow-up for a person where it does not.
import * as z from "zod";
import { mendByHand } from "../../actions/by-hand.ts";
import { DAY_MS, toIsoDay } from "../../base/days.ts";
import { Problem } from "../../base/problem.ts";
import type { ReadOperationId } from "../../governance/contract/index.ts";
import { findZone, readSettings, type StandingAutomation } from "../settings.ts";
import { type Automation, automation, type Context } from "./automation.ts";
import { schedule } from "./schedule.ts";
import { lastSnapshot, putSnapshot } from "./snapshot.ts";

/** What breaks a promise, and what a person has to do about it, as an order. */
const Breach = z.object({ id: z.string(), name: z.string(), task: z.string() });
export type Breach = z.output<typeof Breach>;

/** Most parts of one look; a list that goes on has no end. */
const MAX_PAGES = 1_000;
const MAX_BREACHES = 200;

const Progress = z.object({ at: z.string(), done: z.int(), found: z.array(Breach) });

/** The breaches of the last night, each with its first day. */
const Seen = z.object({ since: z.record(z.string(), z.iso.date()) });

interface Definition {
  readonly name: StandingAutomation;
  readonly does: string;
  readonly on: string;
  readonly reads: readonly ReadOperationId[];
  /** A part of the breaches. @param at The `next` of the part before; `null` for the first */
  look(
    context: Context,
    at: string | null,
  ): Promise<{ readonly broken: readonly Breach[]; readonly next?: string | undefined }>;
}

/**
 * Declares a promise. A follow-up for people stays open while something breaks it: another one replaces it when the breaches
 * change, and it ends when there are none.
 */
export function promise({ name, does, on, reads, look }: Definition): Automation {
  return automation({
    name,
    does,
    on: schedule(on),
    reads,
    proposes: [mendByHand],
    async propose(_, context) {
      const before = Progress.nullable().parse(context.progress);
      const { broken, next } = await look(context, before?.at ?? null);
      const found = [...(before?.found ?? []), ...broken].slice(0, MAX_BREACHES);
      const done = (before?.done ?? 0) + 1;
      if (next && done >= MAX_PAGES)
        throw new Problem("governance_unavailable", `${name}: the list goes on after ${MAX_PAGES} pages`);
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
  const { askAgainDays, askedOf } = readSettings(settings, name);
  const today = toIsoDay(at, findZone(settings, name));
  const last = (await lastSnapshot(history, name, Seen)) ?? { since: {} };
  const since = Object.fromEntries(found.map(({ id }) => [id, last.since[id] ?? today]));
  const isSame = JSON.stringify(since) === JSON.stringify(last.since);
  const besides = isSame ? {} : { leaves: [putSnapshot(name, { since })] };
  const asked = askedOf.length > 0 && { askedOf };
  const turnedDown = await history.rejected({ automation: name, since: now - askAgainDays * DAY_MS });
  const [first, ...others] = found
    .map(({ task, ...broken }) =>
      mendByHand({ promise: name, broken, task, since: since[broken.id] ?? today, ...asked }),
    )
    .filter(({ target }) => !turnedDown.has(target));
  const ignore = found.length > 0 ? "people said that they won't fix it" : "the promise holds";
  if (!first) return { ignore, withdraws: true as const, ...besides };
  return { actions: [first, ...others] as const, ...besides };
}
