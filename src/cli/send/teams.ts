// Clicks a button on a card in the local stack's Teams: on the newest card that has the button.
import { type Played, sendClick } from "../../sandbox/vendors/teams.ts";
import { textAt, valueAt } from "../../systems/reading/json.ts";
import { isLocal } from "../shared/arguments.ts";
import { type ExitCode, print, printJson, UsageError } from "../shared/command-line.ts";
import { noReeveAt } from "../shared/reeve-api.ts";
import { dataFolder, stackVariables } from "../start/data-folder.ts";
import { instead } from "./deliver.ts";
import { readBlockTexts } from "./slack.ts";

/**
 * Clicks a button in Teams, and prints the response. Returns 0 if Reeve accepts the click, even if it rejects the
 * decision.
 */
export async function clickInTeams(
  reeve: URL,
  verb: string | undefined,
  { as, json }: { readonly as: string; readonly json?: true },
): Promise<ExitCode> {
  const teams = isLocal(reeve)
    ? stackVariables(dataFolder(Number(reeve.port)))["TEAMS_SERVICE_URL"]
    : undefined;
  if (!teams)
    throw new UsageError("Only npm start simulates Teams, and only if .dev.vars names no bot or workflow");
  const response = await fetch(new URL("/played", teams)).catch(noReeveAt(reeve));
  const played: Played = JSON.parse(await response.text());
  const buttons = played.cards.flatMap(({ card }) => [valueAt(card, "actions") ?? []].flat());
  const verbs = [...new Set(buttons.flatMap((one) => textAt(one, "verb") ?? []))];
  if (verbs.length === 0) throw new UsageError("No card in Teams has a button");
  const button = buttons.findLast((one) => textAt(one, "verb") === verb);
  if (verb === undefined || !button)
    throw new UsageError(`No card in Teams has the button "${verb ?? ""}"${instead(verbs, verb ?? "")}`);
  const emails = played.members.map(({ email }) => email);
  const by = played.members[emails.indexOf(as)]?.aadObjectId;
  if (by === undefined) throw new UsageError(`Nobody in Teams has the email ${as}${instead(emails, as)}`);
  const click = { by, verb, data: Object(valueAt(button, "data")) };
  const answer = await sendClick(reeve, played, click).catch(noReeveAt(reeve));
  const text = await answer.text();
  if (json) printJson({ status: answer.status, answer: text });
  else {
    const shown = answer.ok ? valueAt(JSON.parse(text), "value") : text;
    print(`${answer.status} ${typeof shown === "string" ? shown : readBlockTexts(shown).join("\n")}`);
  }
  return answer.ok ? 0 : 1;
}
