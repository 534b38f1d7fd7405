// The variables of the environment that the page of settings shows.
import { entrances } from "../../systems/index.ts";

/** Variables that are no secret: they are shown as they are. */
const OPEN = [
  "GOVERNANCE_CLIENT_ID",
  "GOVERNANCE_BASE_URL",
  "GOVERNANCE_TOKEN_FLOW",
  "REEVE_URL",
  "ACCESS_TEAM_DOMAIN",
  "ACCESS_AUD",
  "DESKS",
  "LOCAL_STACK",
  "LOCAL_PEOPLE",
] as const;

/** Variables that are: of these it is only said whether they are set. */
const SECRET = ["GOVERNANCE_CLIENT_SECRET", "SLACK_BOT_TOKEN", "METRICS_TOKEN"] as const;

/** The variables of the environment as the page of settings has them; no secret is among the values. */
export function variablesOf(env: object): { readonly name: string; readonly says: string }[] {
  const value = (name: string): string | null => {
    const found: unknown = Reflect.get(env, name);
    return typeof found === "string" && found !== "" ? found : null;
  };
  const secrets = new Set([...SECRET, ...entrances.map(({ secretVariable }) => secretVariable)]);
  return [
    ...OPEN.map((name) => ({ name, says: value(name) ?? "not set" })),
    ...Array.from(secrets, (name) => ({ name, says: value(name) === null ? "not set" : "set (secret)" })),
  ];
}
