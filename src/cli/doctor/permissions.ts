// Findings about the least that the API credential has to be allowed, and what to enter where one is made.
import { effectOperations } from "../../actions/action.ts";
import { readBackOf } from "../../actions/read-back.ts";
import type { Automation } from "../../automations/kit/automation.ts";
import { enabledNames } from "../../automations/settings.ts";
import { commands } from "../../channels/slack/commands/index.ts";
import type { Config } from "../../define-config.ts";
import type { Variables } from "../../env.ts";
import { operations } from "../../governance/contract/index.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { type Finding, fine } from "./finding.ts";

/**
 * The operations that the enabled automations declare, those that commands in Slack read with where Slack is set up, and
 * what Reeve itself reads to tell people apart; then how to make a credential that is allowed no more.
 */
export function examinePermissions(
  { settings }: Pick<Config, "settings">,
  automations: ReadonlyMap<string, Automation>,
  env: Variables,
): Finding[] {
  const users = new Map<string, string[]>();
  const note = (operation: string, who: string) =>
    users.set(operation, [...(users.get(operation) ?? []), who]);
  note(searchUsers.id, "Reeve itself");
  for (const name of enabledNames(settings))
    for (const operation of automations.get(name)?.operations ?? []) note(operation, name);
  for (const operation of effectOperations.filter((id) => users.has(id))) {
    const { by } = readBackOf(operation) ?? {};
    if (by) note(by, `Reeve itself, after ${operation}`);
  }
  if (env.SLACK_SIGNING_SECRET)
    for (const command of commands.values())
      if ("answer" in command)
        for (const operation of command.reads ?? []) note(operation, `/reeve ${command.name}`);
  const used = Object.values(operations).filter(({ id }) => users.has(id));
  const changing = used.filter(({ effect }) => effect !== "read").map(({ id }) => id);
  return [
    ...used.map(({ id, method, path }) =>
      fine("permission", `${id} (${method} ${path}) for ${users.get(id)?.join(", ")}`),
    ),
    fine("credential form", `${NAME}; ${LIFESPAN}; ${ADDRESSES}; ${scope(changing)}`),
  ];
}

const NAME = "name: reeve";
const LIFESPAN = "lifespan: 90 days, with the day of its end in GOVERNANCE_CREDENTIAL_EXPIRES";
/** A credential that is limited to addresses would refuse a Worker, which calls from any of Cloudflare's. */
const ADDRESSES =
  "allowed source IPs (CIDRs): none, as a Worker has no fixed address to call from; with a proxy that has one, in " +
  "front of the tenant (GOVERNANCE_BASE_URL), the proxy's";

/** The API text does not say which role allows which operation. */
const scope = (changing: readonly string[]): string =>
  changing.length === 0
    ? "scope: selected roles, of those that only read: nothing that is enabled changes anything"
    : `scope: selected roles, those alone that allow ${changing.join(", ")} and the reads above; Full permissions only ` +
      "where no roles do, and then of a user who may do no more. A call that lacks a permission fails with 403, and says which";
