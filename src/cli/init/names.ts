// Asks for the ids of names that src/config.ts does not contain yet.
import { byName, type NamedThings } from "../../actions/names.ts";
import { printable } from "../../base/text.ts";
import type { NameMember } from "../doctor/names.ts";
import { askText } from "./ask.ts";
import { type ConfigChange, setting } from "./config-file.ts";

interface Kind {
  readonly member: NameMember;
  /** The properties of the named thing, with their questions. @default only its id */
  readonly parts?: Readonly<Record<string, string>>;
  /** The page of the service that shows the ids. */
  readonly where: string;
}

const KINDS = {
  connector: {
    member: "connectors",
    parts: { connectorId: "The id", appId: "The app's id", appName: "The name of the app" },
    where: "Integrations, Connectors, the connector",
  },
  app: { member: "apps", where: "the app's page" },
  entitlement: {
    member: "entitlements",
    parts: { id: "The id", appId: "The app's id" },
    where: "the entitlement on its app's page",
  },
  tool: {
    member: "tools",
    parts: { id: "The id", connector: "The connector, by its name in src/config.ts," },
    where: "Integrations, Connectors, the connector, its tools",
  },
  "session policy": { member: "sessionPolicies", where: "the session policy's page" },
  "review policy": { member: "reviewPolicies", where: "the review policy's page" },
  campaign: { member: "campaigns", where: "the campaign's page" },
  "owner role": { member: "ownerRoles", where: "the roles that the form for adding an owner offers" },
} as const satisfies Readonly<Record<string, Kind>>;
export type NameKind = keyof typeof KINDS;

/** Returns the kind of thing that an action's input names, or `null` if the input names nothing. */
export function kindOfInput(action: string, input: string): NameKind | null {
  if (input === "policy") return action.startsWith("session-policy") ? "session policy" : "review policy";
  const kind = { role: "owner role", example: "campaign" }[input] ?? input;
  return Object.hasOwn(KINDS, kind) ? (kind as NameKind) : null;
}

export const namesIn = (kind: NameKind, settings: NamedThings): readonly string[] =>
  Object.keys(settings[KINDS[kind].member]);

/** Asks for the ids of a name, and returns the change that adds them. Returns no change if the name is known. */
export async function askName(kind: NameKind, name: string, settings: NamedThings): Promise<ConfigChange[]> {
  const { member, parts, where }: Kind = KINDS[kind];
  const known = byName<unknown>(settings[member], name)?.value;
  // The slugs of owner roles that Reeve comes with, the names in lower case, are guesses.
  const isGuess = kind === "owner role" && known === name.toLowerCase();
  if (known !== undefined && !isGuess) return [];
  const defaultValue = typeof known === "string" ? known : undefined;
  const ask = (question: string) =>
    askText({
      message: printable(`${question} of the ${kind} "${name}" (in the service: ${where})`),
      defaultValue,
    });
  if (!parts) return [setting(["settings", member, name], await ask("The id"))];
  const value: Record<string, string> = {};
  for (const [part, question] of Object.entries(parts)) value[part] = await ask(question);
  return [setting(["settings", member, name], value)];
}
