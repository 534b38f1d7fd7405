// Drafts access reviews of people who change department, job title or manager.
import {
  automation,
  DAY_MS,
  draftCampaign,
  fetchWorkEmail,
  mendByHand,
  personByEmail,
  proposeReview,
  readSettings,
} from "../kit/index.ts";

const MOVES: ReadonlySet<string> = new Set(["department", "jobTitle", "manager"]);

/**
 * Drafts a review of a person's access after a change of department, job title or manager, at most once in `quietDays`
 * days.
 */
export const mover = automation({
  name: "mover",
  description:
    "Drafts an access review when a person's department, job title or manager changes. The configured owners must start it.",
  on: "worker.changed",
  reads: ["searchUsers"],
  proposes: [draftCampaign, mendByHand],
  when: ({ changed = [] }) =>
    changed.some((what) => MOVES.has(what)) || "The event reports no new department, job title or manager.",
  person: ({ worker }) => worker.email,
  async propose({ subject, worker }, context) {
    const { governance, settings, history, now, sender } = context;
    const { quietDays, review } = readSettings(settings, "mover");
    const since = now - quietDays * DAY_MS;
    if (await history.hasCalled({ operation: "createCampaign", subject, since }))
      return { ignore: `an access review of this worker was created in the last ${quietDays} days` };
    const person = await personByEmail(governance, fetchWorkEmail(worker, sender));
    return { actions: [await proposeReview(person, review, context)] };
  },
});
