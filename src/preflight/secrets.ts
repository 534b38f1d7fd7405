import { sources } from "../sources/index.ts";
import { secretFault, splitSecrets } from "../sources/secret-fault.ts";
import { slackSecret } from "../sources/slack.ts";
import type { Source } from "../sources/source.ts";
import { type Finding, fine, problem, put, type Variables } from "./finding.ts";

const STRONG = "openssl rand -base64 32 makes one";

/**
 * Whether the secrets that deliveries are verified with can be relied on.
 * @param published Secrets that everybody knows, by variable: the local stack's.
 */
export function examineSecrets(env: Variables, published: Variables): Finding[] {
  const all: readonly Pick<Source, "secretVariable" | "secretFault">[] = [...sources.values(), slackSecret];
  const set = all.filter(({ secretVariable }) => env[secretVariable]);
  if (set.length === 0)
    return [
      problem(
        "secrets",
        "no sender has one, so nothing can come in",
        `${put("JIRA_WEBHOOK_SECRET")}, or another's`,
      ),
    ];
  const holders = new Map<string, string>();
  return set.map((source) => {
    const { secretVariable: variable } = source;
    const secrets = splitSecrets(env[variable]);
    const fault = secretFault(source, secrets) ?? known(variable, secrets) ?? shared(variable, secrets);
    return fault === null
      ? fine("secret", `${variable}${secrets.length > 1 ? ", with the one that is being retired" : ""}`)
      : problem(
          "secret",
          `${variable} ${fault}`,
          `set another at the sender, then ${put(variable)}; ${STRONG}`,
        );
  });

  function known(variable: string, secrets: readonly string[]): string | null {
    const found = secrets.some((secret) => secret === published[variable]);
    return found ? "is the local stack's, which everybody knows" : null;
  }

  /** With one secret for two senders, what one signs is believed of the other. */
  function shared(variable: string, secrets: readonly string[]): string | null {
    const other = secrets.flatMap((secret) => holders.get(secret) ?? [])[0];
    for (const secret of secrets) holders.set(secret, variable);
    return other === undefined ? null : `is the same as ${other}`;
  }
}
