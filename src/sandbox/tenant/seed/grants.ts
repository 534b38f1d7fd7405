// The sample grants: entitlements that accounts hold.
import { before, dice } from "./means.ts";
import { samples } from "./samples.ts";

interface Account {
  readonly appId: string;
  readonly id: string;
  readonly userId: string;
}

const { users, entitlements } = samples;
const ADMINS: readonly string[] = [users.gita.id, users.hugo.id];

/** Rows of the table `grants`: every account is a member of its app, and some hold more. */
export function* grantsFor(accounts: Iterable<Account>) {
  for (const { appId, id: accountId, userId } of accounts)
    for (const level of listLevels(appId, accountId, userId)) {
      const entitlementId = `ent_${appId.slice("app_".length)}_${level}`;
      const roll = dice(`grant ${entitlementId} ${accountId}`);
      const addedDaysAgo = 1 + roll.below(600);
      yield {
        appId,
        entitlementId,
        accountId,
        addedAt: before(addedDaysAgo),
        usedAt: roll.oneIn(8) ? null : before(roll.below(addedDaysAgo)),
        reviewedAt: roll.oneIn(3) ? null : before(roll.below(addedDaysAgo)),
        source: level === "member" ? "INHERITED" : "DIRECT",
        type: level === "billing" ? "TEMPORARY" : "PERMANENT",
      };
    }
}

function listLevels(appId: string, accountId: string, userId: string): readonly string[] {
  const isAdaInGitHub = userId === users.ada.id && appId === entitlements.githubAdmin.appId;
  if (ADMINS.includes(userId) || isAdaInGitHub) return ["member", "admin"];
  const roll = dice(`level ${accountId}`);
  return roll.oneIn(3) ? ["member", roll.pick(["viewer", "maintainer", "billing"])] : ["member"];
}
