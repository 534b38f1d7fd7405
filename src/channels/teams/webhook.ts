// Posts a card to the channel of a Teams workflow ("When a Teams webhook request is received").
import { Problem } from "../../base/problem.ts";
import { readVariable, type Variables } from "../../env.ts";
import type { AdaptiveCard } from "./card.ts";

const TIMEOUT_MS = 10_000;

/**
 * Posts a card. The workflow answers 202 once it has taken it, and nothing that says what became of it. Its address is a
 * secret: it goes into no message.
 * @throws Problem `sender_not_configured`, `sender_refused`, `sender_unavailable` (it has not taken it), or
 * `sender_outcome_unknown`
 */
export async function postToTeams(card: AdaptiveCard, env: Variables): Promise<void> {
  const address = readVariable(env, "TEAMS_WEBHOOK_URL");
  if (address === undefined)
    throw new Problem("sender_not_configured", "TEAMS_WEBHOOK_URL is not set any more");
  let status: number;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "reeve" },
      body: JSON.stringify({
        type: "message",
        attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: card }],
      }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    await response.body?.cancel();
  } catch (error) {
    const name = error instanceof Error ? error.name : "no answer";
    throw new Problem("sender_outcome_unknown", `teams: ${name}`);
  }
  if (status === 429 || status === 503) throw new Problem("sender_unavailable", `teams: ${status}`);
  if (status === 408 || status >= 500) throw new Problem("sender_outcome_unknown", `teams: ${status}`);
  if (status >= 300)
    throw new Problem(
      "sender_refused",
      `teams: ${status}; check TEAMS_WEBHOOK_URL and the workflow's trigger`,
    );
}
