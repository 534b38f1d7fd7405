import type { Answer } from "../answer.ts";
import { defineCommand } from "../grammar/command.ts";
import { findPeople, namesOf, peopleLike, statusesOf } from "./people.ts";
import { userLines } from "./users.ts";

/** Who somebody is. */
export const user = defineCommand("user <user>", {
  help: "Who this is: status, department, manager, roles and delegate. By email, mention, id or name.",
  example: "user ada.marsh@example.com",
  says: ({ user }) => `Show who ${user} is.`,
  reads: ["searchUsers"],
  async answer({ user: written }, { governance }): Promise<Answer> {
    const { users, expanded } = await findPeople(governance, written);
    const [found, another] = users;
    if (!found) {
      const lines = userLines(await peopleLike(governance, written));
      return { title: `Nobody is "${written}"`, lines, ...(lines.length > 0 && { note: "Close to it." }) };
    }
    if (another) return { title: `Several people may be meant by "${written}"`, lines: userLines(users) };
    const status = (await statusesOf(governance, [found])).get(found.id);
    const delegate = found.delegatedUserId ? [found.delegatedUserId] : [];
    const facts: readonly (readonly [string, string | undefined])[] = [
      ["Email", found.email],
      ["Other emails", found.emails?.filter((email) => email !== found.email).join(", ")],
      ["Status", status?.toLowerCase() ?? "not known"],
      ["Employment", [found.employmentStatus, found.employmentType].filter(Boolean).join(", ")],
      ["Job title", found.jobTitle],
      ["Department", found.department],
      ["Manager", namesOf(found.managerIds ?? [], expanded).join(", ") || "none"],
      ["Roles", namesOf(found.roleIds ?? [], expanded).join(", ") || "none"],
      ["Delegate", namesOf(delegate, expanded).join(", ") || "none"],
      ["Id", found.id],
    ];
    return {
      title: found.displayName ?? found.email ?? found.id,
      lines: facts.flatMap(([name, detail]) => (detail ? [{ name, detail }] : [])),
    };
  },
});
