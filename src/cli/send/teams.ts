// Clicks a button on the newest card that the local stack's Teams shows.
import { type PostedCard, sendClick, type TeamsMember } from "../../sandbox/vendors/teams.ts";
import { textAt, valueAt } from "../../systems/reading/json.ts";
import { isLocal } from "../shared/arguments.ts";
import { type ExitCode, print, printJson, UsageError } from "../shared/command-line.ts";
import { noReeveAt } from "../shared/reeve-api.ts";
import { dataFolder, stackVariables } from "../start/data-folder.ts";
import { instead } from "./deliver.ts";

interface Played {
  readonly cards: readonly PostedCard[];
  readonly members: readonly TeamsMember[];
  readonly token: string;
  readonly service: string;
}

/** Returns 0 if Reeve accepts the click, also if it refuses the decision. */
export async function clickInTeams(
  reeve: URL,
  verb: string | undefined,
  { as, json }: { readonly as: string; readonly json?: true },
): Promise<ExitCode> {
  const teams = isLocal(reeve)
    ? stackVariables(dataFolder(Number(reeve.port)))["TEAMS_SERVICE_URL"]
    : undefined;
  if (!teams)
    throw new UsageError("Teams is played only by npm start, if .dev.vars names no bot or workflow");
  const response = await fetch(new URL("/played", teams)).catch(noReeveAt(reeve));
  const { cards, members, token, service }: Played = JSON.parse(await response.text());
  const buttons = cards.flatMap(({ card }) => [valueAt(card, "actions") ?? []].flat());
  const button = buttons.findLast((one) => textAt(one, "verb") === verb);
  if (verb === undefined || !button) {
    const verbs = [...new Set(buttons.flatMap((one) => textAt(one, "verb") ?? []))];
    throw new UsageError(
      verbs.length === 0
        ? "No card in Teams has a button"
        : `No card in Teams has the button "${verb ?? ""}"${instead(verbs, verb ?? "")}`,
    );
  }
  const by = members.find(({ email }) => email === as);
  if (!by)
    throw new UsageError(
      `Nobody in Teams is ${as}${instead(
        members.map(({ email }) => email),
        as,
      )}`,
    );
  const data = Object(valueAt(button, "data"));
  const answer = await sendClick(reeve, service, token, { by: by.object, verb, data }).catch(
    noReeveAt(reeve),
  );
  const text = await answer.text();
  if (json) printJson({ status: answer.status, answer: text });
  else print(`${answer.status} ${answer.ok ? readCard(JSON.parse(text)).join("\n") : text}`);
  return answer.ok ? 0 : 1;
}

/** Returns the texts of an answer, one a line, with buttons in brackets. */
function readCard(answer: unknown): string[] {
  const value = valueAt(answer, "value");
  if (typeof value === "string") return [value];
  const texts = (parts: unknown): string[] =>
    [parts ?? []].flat().map((part) => textAt(part, "text") ?? texts(valueAt(part, "inlines")).join(""));
  const titles = [valueAt(value, "actions") ?? []].flat().map((one) => `[${textAt(one, "title")}]`);
  return [...texts(valueAt(value, "body")).filter(Boolean), titles.join(" ")];
}
