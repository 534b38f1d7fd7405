// Plans a recorded event again of what was read then, and reads nothing else.
import { withNamedFields } from "../../automations/kit/fields.ts";
import { noHistory } from "../../automations/kit/no-history.ts";
import { answeredBy, areWhole, keptAnswers } from "../../desk/engine/facts.ts";
import { propose } from "../../desk/engine/propose.ts";
import { caller } from "../../governance/client/paging.ts";
import type { ReadOperation } from "../../governance/client/read-only.ts";
import { partyFinder } from "../../policy/parties.ts";
import type { Event } from "../../systems/event.ts";
import { NOT_KEPT, type Side } from "./outcome.ts";
import { orFailed, type Rules, toResult } from "./plan.ts";
import { findRun, type ReeveRecord } from "./record.ts";

/** The governance API for questions whose answers were not kept: it lists nothing. */
const nobody = caller<ReadOperation>(async () => ({ list: [] }));
const NOTHING = { governance: nobody, find: partyFinder(nobody), history: noHistory };

/**
 * Plans with these rules of what the recorded run read, by its questions and answers. A run that kept none, or of which
 * some are missing, is not compared.
 */
export const recordedPlanner =
  (rules: Rules, record: ReeveRecord): Side =>
  async (automation, summary, { event, source, authentication }) => {
    const run = await findRun(record, automation, summary);
    const relevance = automation.when(withNamedFields(event as Event, rules.settings.fields), rules.settings);
    if (!run && relevance !== true) return { is: "ignored", reason: relevance };
    const { facts } = run ?? {};
    if (!facts || !(await areWhole(facts))) return { is: "undecided", state: NOT_KEPT };
    return orFailed(async () => {
      const answer = keptAnswers(facts);
      const kept = async (question: string) => answer<unknown>([question], async () => null);
      const completed = ((await kept("event")) ?? event) as Event;
      const views = { ...rules, ...facts, ...answeredBy(answer, NOTHING), progress: await kept("progress") };
      const heard = { event: completed, source, authentication, receivedAt: facts.receivedAt };
      return toResult(await propose(automation, heard, views));
    });
  };
