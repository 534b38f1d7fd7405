/** Everything that Reeve says in Slack, built from data. Nothing here reads or sends anything. */
export { type Digest, digestMessage } from "./digest.ts";
export type { ActionId, Somebody } from "./elements.ts";
export type { SlackMessage } from "./layout.ts";
export {
  approvalCard,
  type Card,
  type CardState,
  DECISION_MODAL,
  decisionModal,
  escalationMessage,
  outcomeMessage,
  type PlanShown,
  planMessage,
  type Reminder,
  type RunOutcome,
  reminderMessage,
} from "./plans.ts";
export {
  answerMessage,
  noticeMessage,
  type RunNotice,
  sayMessage,
} from "./replies.ts";
