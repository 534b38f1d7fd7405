// Looks, once a plan has begun and stood still, whether those whom the rest of it is for are still there.
import { Problem } from "../../base/problem.ts";
import type { ReadOnlyGovernance } from "../../governance/client/index.ts";
import { MAX_PAGE_SIZE } from "../../governance/contract/paging.ts";
import { searchUsers } from "../../governance/contract/users.ts";
import { usersIn } from "../../governance/people.ts";
import type { JournalEntry, Plan } from "../run/run.ts";

/**
 * Asks whether everybody who gains or loses by the effects that are left is an enabled governance user.
 * @throws Problem `user_not_found`, naming those who are not
 */
export async function requirePeople(
  { actions }: Plan,
  journal: readonly JournalEntry[],
  governance: ReadOnlyGovernance,
): Promise<void> {
  let from = 0;
  const left = actions.flatMap(({ effects, beneficiaries }) => {
    const own = journal.slice(from, from + effects.length);
    from += effects.length;
    return own.every(({ state }) => state === "applied") ? [] : beneficiaries;
  });
  const ids = [...new Set(left)];
  const gone: string[] = [];
  for (let n = 0; n < ids.length; n += MAX_PAGE_SIZE) {
    const some = ids.slice(n, n + MAX_PAGE_SIZE);
    const body = {
      refs: some.map((id) => ({ id })),
      userStatuses: ["ENABLED" as const],
      pageSize: MAX_PAGE_SIZE,
    };
    const { list } = await governance.call(searchUsers, { body });
    const there = new Set(usersIn(list).map(({ id }) => id));
    gone.push(...some.filter((id) => !there.has(id)));
  }
  if (gone.length > 0)
    throw new Problem(
      "user_not_found",
      `what is left of the plan is for ${gone.join(", ")}: no longer an enabled governance user; nothing more was sent`,
    );
}
