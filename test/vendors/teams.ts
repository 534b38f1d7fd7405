// Simulates a Teams workflow that posts the cards sent to its webhook, by the documented rules.
import { textAt, valueAt } from "../../src/systems/reading/json.ts";
import { brokenCardRules } from "../channels/teams/limits.ts";
import { startVendor, type VendorStub } from "./stub.ts";

const PATH = "/powerautomate/automations/direct/workflows/4f2a/triggers/manual/paths/invoke";
const SIG = "a-signature-of-the-tests";

/**
 * Simulates Teams by its documented rules. Requests that break a rule are listed in `broken`, which tests expect to be
 * empty.
 */
export interface TeamsStub extends VendorStub {
  /** The value of `TEAMS_WEBHOOK_URL`. */
  readonly webhook: string;
  readonly broken: readonly string[];
  /** The cards in the channel. */
  readonly cards: readonly unknown[];
}

export async function startTeams(): Promise<TeamsStub> {
  const broken: string[] = [];
  const cards: unknown[] = [];
  const stub = await startVendor(({ method, path, query, headers, body }) => {
    if (method !== "POST" || path !== PATH) return { status: 404 };
    if (query["sig"] !== SIG || query["api-version"] !== "1")
      return { status: 401, body: { error: { code: "DirectApiAuthorizationRequired" } } };
    const [attachment, ...others] = [valueAt(body, "attachments")].flat();
    const isCard = textAt(attachment, "contentType") === "application/vnd.microsoft.card.adaptive";
    if (headers["content-type"] !== "application/json" || textAt(body, "type") !== "message" || !isCard)
      return { status: 400, body: { error: { code: "TriggerInputSchemaMismatch" } } };
    const card = valueAt(attachment, "content");
    if (others.length > 0) broken.push("more than one card");
    broken.push(...brokenCardRules(card));
    cards.push(card);
    return { status: 202 };
  });
  return {
    ...stub,
    webhook: `${stub.url}${PATH}?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sig=${SIG}`,
    broken,
    cards,
  };
}
