// Answers approval steps of the governance service based on the person's HR record.
import {
  answerInTime,
  answerOtherwise,
  approveStep,
  asComment,
  automation,
  type Context,
  comparable,
  denyStep,
  type Event,
  formatDay,
  isAnsweredBy,
  readSettings,
  reassignStep,
  takesEffect,
  toIsoDay,
  userById,
  type WorkerEvent,
} from "../kit/index.ts";

/**
 * Denies requests for people who have left or leave before the grant ends, and reassigns requests to the manager in the
 * HR record if the service does not name this manager. Gives the answer `inOrder` for other employed people, and
 * `otherwise` if the HR records are missing or ambiguous.
 */
export const policyStepByHr = automation({
  name: "policy-step-by-hr",
  description:
    "Denies requests for leavers, and lets the manager in the HR system decide if the service names another manager.",
  on: "policy-step.asked",
  reads: ["getUser", "searchUsers"],
  proposes: [approveStep, denyStep, reassignStep],
  when: (event, settings) => isAnsweredBy(event, settings.automations["policy-step-by-hr"]),
  async propose(event, context) {
    const { history, settings, governance } = context;
    const own = readSettings(settings, "policy-step-by-hr");
    const { person, requester, grantSeconds } = event.ask;
    return answerInTime(event, context, own, async (asked) => {
      const answer = (how: Parameters<typeof answerOtherwise>[0], reason: string) =>
        answerOtherwise(how, reason, asked, context);
      const records = person?.email ? listRecords(await history.known({ worker: person.email })) : [];
      const [known] = records;
      if (!known || !person?.id)
        return answer(own.otherwise, `No HR system has reported ${person?.name ?? "the person"} to Reeve.`);
      const ends = findEnd(known, context, grantSeconds);
      if (records.some((one) => !findEnd(one, context, grantSeconds) !== !ends)) {
        const several = `The HR system lists several employments for ${person.name}, and only some of them have ended or end before the grant does.`;
        return answer(own.otherwise, several);
      }
      if (ends) return answer("deny", `${person.name} ${ends}, according to the HR system.`);
      const manager = known.worker.manager?.email;
      if (manager !== undefined) {
        const user = await userById(governance, person.id);
        const managers = await Promise.all((user?.managerIds ?? []).map((id) => userById(governance, id)));
        const emails = managers.flatMap((one) => [one?.email ?? [], one?.emails ?? []].flat());
        if (!emails.some((email) => comparable(email) === comparable(manager))) {
          const reason = `The HR system names ${manager} as the manager of ${person.name}, but the service names another.`;
          return answer({ reassignTo: [manager] }, reason);
        }
      }
      const same = manager === undefined ? "" : ", which names the same manager as the service";
      const reason = `${person.name} works here, according to the HR system${same}.`;
      if (own.inOrder !== "approve") return answer(own.inOrder, reason);
      const gains = [person, ...(requester && requester.id !== person.id ? [requester] : [])];
      const people = gains.flatMap(({ id, name = "" }) => (id ? [{ id, name }] : []));
      return { actions: [approveStep({ ...asked, comment: asComment(reason), for: people })] };
    });
  },
});

/**
 * Lists the newest event of each employment of a person in the HR system that reported last. Events from other systems
 * are ignored. Each employment has its own subject.
 */
const listRecords = (events: readonly Event[]): WorkerEvent[] =>
  events
    .filter((event) => "worker" in event)
    .filter(({ worker }, _, [newest]) => worker.system === newest?.worker.system)
    .filter(({ subject }, n, all) => all.findIndex((one) => one.subject === subject) === n);

/**
 * Describes the end of a person's employment, or returns `null` if the employment does not end before the grant does.
 */
function findEnd(
  { type, ...event }: WorkerEvent,
  { settings, now }: Pick<Context, "settings" | "now">,
  grantSeconds = Number.POSITIVE_INFINITY,
): string | null {
  const end = takesEffect({ ...event, type: "worker.terminated" }, settings)?.at;
  if (type !== "worker.terminated" && end === undefined) return null;
  const day = formatDay(toIsoDay(end ?? now, settings.timeZone));
  if (end === undefined || end <= now) return end === undefined ? "has left" : `left on ${day}`;
  return end <= now + grantSeconds * 1_000 ? `leaves by ${day}, before the grant ends` : null;
}
