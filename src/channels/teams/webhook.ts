// Posts a card to the channel of a Teams workflow ("When a Teams webhook request is received").
import { Problem } from "../../base/problem.ts";
import { readVariable, type Variables } from "../../env.ts";
import { postJson, problemOf } from "../post-json.ts";
import type { AdaptiveCard } from "./card.ts";

/**
 * Posts a card. The workflow answers 202 once it has taken it, and nothing that says what became of it.
 * @throws Problem `sender_not_configured`, `sender_refused`, `sender_unavailable` (it has not taken it), or
 * `sender_outcome_unknown`
 */
export async function postToTeams(card: AdaptiveCard, env: Variables): Promise<void> {
  const address = readVariable(env, "TEAMS_WEBHOOK_URL");
  if (address === undefined)
    throw new Problem("sender_not_configured", "TEAMS_WEBHOOK_URL is not set any more");
  const { status } = await postJson("teams", address, {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
  });
  const problem = problemOf(status, `teams: ${status}; check TEAMS_WEBHOOK_URL and the workflow's trigger`);
  if (problem) throw problem;
}
