// Findings about `src/config.ts`: roles, and names that the tenant does not know.
import type { Config } from "../../define-config.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { personByEmail } from "../../governance/people.ts";
import { emailsIn } from "../../policy/people.ts";
import { ROLES } from "../../policy/roles.ts";
import { errorMessage, type Finding, fine, problem, unused } from "./finding.ts";
import { checkNamesAt } from "./names.ts";

/** A problem if nobody has a role. */
export function examineRoles({ people }: Config): Finding {
  const given = ROLES.flatMap((role) => {
    const holders = people.filter(({ roles }) => roles.includes(role));
    return holders.length > 0 ? `${role} ${holders.length}` : [];
  });
  if (given.length > 0) return fine("roles", given.join(", "));
  return problem(
    "roles",
    "nobody has a role, so nobody can use the console or /api",
    "name people under people in src/config.ts (docs/reference.md#people)",
  );
}

/** Problems with apps of two names, and names of two apps: plans show the name, and act on the id. */
export function examineNaming({ settings: { apps, connectors } }: Config): Finding[] {
  const named = [
    ...Object.entries(apps).map(([name, id]) => ({ name, id, at: `apps, "${name}"` })),
    ...Object.entries(connectors).map(([connector, { appId: id, appName: name }]) => ({
      name,
      id,
      at: `connectors, "${connector}"`,
    })),
  ];
  return named.flatMap(({ name, id, at }, n) => {
    const other = named
      .slice(0, n)
      .find((one) => (one.id === id) !== (one.name.toLowerCase() === name.toLowerCase()));
    if (!other) return [];
    return problem(
      "names",
      `settings.${at}: the app ${id} is called "${name}"; settings.${other.at}: ${other.id} is called "${other.name}"`,
      "correct the id or the name in src/config.ts: one app has one name there",
    );
  });
}

/** Asks the tenant for what the settings name, as far as its API can be asked. */
export async function examineNames(
  { settings, people }: Config,
  governance: ReadOnlyGovernance,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const answers = await checkNamesAt(settings, governance);
  for (const { member, name, ...answer } of answers) {
    const called = name.map((part) => `"${part}"`).join(", ");
    if (answer.is === "verified") findings.push(fine(member, `${called} ${answer.detail}`));
    if (answer.is === "wrong")
      findings.push(
        problem(
          member,
          `${called} ${answer.detail}`,
          "correct the tool's id in src/config.ts, or remove the name",
        ),
      );
  }
  for (const [email, where] of usersNamedIn({ settings, people })) findings.push(await person(email, where));
  const open = Map.groupBy(
    answers.filter(({ is }) => is === "unverified"),
    ({ member }) => member,
  );
  if (open.size > 0) {
    const counted = Array.from(open, ([member, { length }]) => `${length} ${member}`);
    findings.push(
      unused(
        "names",
        `the API can't be asked for ${counted.join(", ")}: compare their ids with the service; approvers read the ids beside the names`,
      ),
    );
  }
  return findings;

  async function person(email: string, where: string): Promise<Finding> {
    try {
      const { name } = await personByEmail(governance, email);
      return fine(where, `${email} is ${name}`);
    } catch (error) {
      return problem(where, errorMessage(error), `name somebody else in src/config.ts, ${where}`);
    }
  }
}

/** Emails of people who have to be governance users, each with the first place that names them; of what is enabled alone. */
function usersNamedIn({ settings, people }: Pick<Config, "settings" | "people">) {
  const { mover, leaver, "recurring-campaigns": recurring } = settings.automations;
  const at = (path: string) => `settings.automations.${path}`;
  const places: readonly (readonly [where: string, emails: readonly string[]])[] = [
    // Viewers have no part in any plan.
    ["people", emailsIn(people.filter(({ roles }) => roles.some((role) => role !== "viewer")))],
    [
      at("recurring-campaigns.campaigns"),
      recurring?.campaigns.flatMap(({ ownerEmails }) => ownerEmails) ?? [],
    ],
    [at("mover.review.fallbackOwnerEmails"), mover?.review.fallbackOwnerEmails ?? []],
    [at("leaver.review.fallbackOwnerEmails"), leaver?.review.fallbackOwnerEmails ?? []],
  ];
  const found = new Map<string, string>();
  for (const [where, emails] of places)
    for (const email of emails) if (!found.has(email)) found.set(email, where);
  return found;
}
