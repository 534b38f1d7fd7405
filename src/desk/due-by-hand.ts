import { automations } from "../automations/index.ts";
import { isSchedule } from "../automations/schedule.ts";
import { Problem } from "../base/problem.ts";
import { settings } from "../config.ts";
import { scheduleSubject } from "../sources/event.ts";
import { requireAutomation } from "./config-check.ts";
import { type DirectoryEnv, deskFor } from "./directory.ts";
import { scheduleDelivery } from "./due.ts";
import type { Accepted } from "./intake.ts";

/**
 * Has an automation that goes by the clock look now, as somebody asks for.
 * @param now Unix milliseconds
 * @throws RequestInvalid where there is none of this name
 * @throws Problem `decision_conflict` where it does not go by the clock, or is not enabled
 */
export async function dueByHand(
  env: DirectoryEnv,
  { automation: name, by, reason }: { automation: string; by: string; reason: string },
  now: number,
): Promise<Accepted> {
  requireAutomation(name);
  if (!isSchedule(automations.get(name)?.on))
    throw new Problem("decision_conflict", `${name} does not go by the clock: send it an event`);
  if (!settings.enabled.includes(name))
    throw new Problem("decision_conflict", `${name} is not enabled in src/config.ts`);
  const dueAt = new Date(now).toISOString();
  const subject = scheduleSubject(name);
  const desk = deskFor(env, subject);
  const accepted = await desk.accept(
    scheduleDelivery({
      type: "schedule.due",
      subject,
      occurredAt: dueAt,
      actor: { email: by },
      schedule: { automation: name, dueAt, missed: 0 },
    }),
  );
  const detail = { automation: name, reason };
  const { eventId } = accepted;
  await desk.note({ at: now, type: "schedule.by_hand", runId: null, eventId, actor: by, detail });
  return accepted;
}
