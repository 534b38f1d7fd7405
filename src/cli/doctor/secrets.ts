// Findings about webhook secrets: missing, weak, or known to everybody.
import type { VariableName, Variables } from "../../env.ts";
import { entrances } from "../../systems/index.ts";
import { readSecrets, type SecretHolder } from "../../systems/schemes/secrets.ts";
import { type Finding, fine, problem, put } from "./finding.ts";

const STRONG = "openssl rand -base64 32 makes one";

/** The secret of `/metrics`. */
const metrics = { name: "metrics", secretVariable: "METRICS_TOKEN" } as const satisfies SecretHolder;

/**
 * Findings about the secrets that requests are verified with.
 * @param published Secrets that everybody knows, by variable: the local stack's.
 */
export function examineSecrets(env: Variables, published: Variables): Finding[] {
  const isSet = ({ secretVariable }: SecretHolder) => Boolean(env[secretVariable]);
  const senders = entrances.filter(isSet);
  const holders = new Map<string, string>();
  const findings = [...senders, metrics].filter(isSet).map((holder: SecretHolder) => {
    const { secretVariable: variable } = holder;
    const read = readSecrets(holder, env);
    const fault = read.ok ? (known(variable, read.value) ?? shared(variable, read.value)) : read.reason;
    if (read.ok && fault === null)
      return fine("secret", `${variable}${read.value.length > 1 ? ", and the one that it replaces" : ""}`);
    return problem(
      "secret",
      fault ?? variable,
      `set a new one at the sender, then ${put(variable)} (${STRONG})`,
    );
  });
  if (senders.length > 0) return findings;
  const fix = `${put("JIRA_WEBHOOK_SECRET")}; or another sender's`;
  return [problem("secrets", "no sender has a secret, so nothing can come in", fix), ...findings];

  function known(variable: VariableName, secrets: readonly string[]): string | null {
    const found = secrets.some((secret) => secret === published[variable]);
    return found ? `${variable} is the local stack's secret, which is public` : null;
  }

  /** With one secret for two senders, what one signs is believed of the other. */
  function shared(variable: string, secrets: readonly string[]): string | null {
    const other = secrets.flatMap((secret) => holders.get(secret) ?? [])[0];
    for (const secret of secrets) holders.set(secret, variable);
    return other === undefined ? null : `${variable} is the same as ${other}`;
  }
}
