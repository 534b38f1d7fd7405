import { Problem } from "../base/problem.ts";
import { path } from "../senders/request.ts";
import type { Channel, Target } from "./channel.ts";
import { asMarkdown } from "./markdown.ts";

/**
 * GitHub issues. A state is `completed` or `not_planned`, which close the issue, or `open`.
 * Source: docs.github.com/rest/issues
 */
export const github: Channel = {
  system: "github",
  async comment(client, target, message) {
    await client.call({
      method: "POST",
      path: `${issue(target)}/comments`,
      body: { body: asMarkdown(message) },
    });
  },
  async move(client, target, to) {
    const body = to === "open" ? { state: "open" } : { state: "closed", state_reason: to };
    await client.call({ method: "PATCH", path: issue(target), body });
  },
};

/** The address of an issue, which is called `owner/repository#number`. */
function issue({ key }: Target): string {
  const [, owner, repository, number] = key.match(/^([^/#]+)\/([^/#]+)#(\d+)$/) ?? [];
  if (!owner || !repository || !number)
    throw new Problem("sender_bad_request", `"${key}" is no GitHub issue`);
  return path`/repos/${owner}/${repository}/issues/${number}`;
}
