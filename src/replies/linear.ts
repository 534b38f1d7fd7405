import { Problem } from "../base/problem.ts";
import type { SenderClient } from "../senders/client.ts";
import { textAt, valueAt } from "../sources/reading/member.ts";
import type { Channel } from "./channel.ts";
import { asMarkdown } from "./markdown.ts";

/** Linear, by GraphQL. A state is the name or id of one of the team's. Source: developers.linear.app/docs/graphql */
export const linear: Channel = {
  system: "linear",
  async comment(client, { id }, message) {
    const query = "mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success } }";
    await ask(client, query, { input: { issueId: id, body: asMarkdown(message) } }, false);
  },
  async move(client, { id, key }, to) {
    const states = await ask(
      client,
      "query($id: String!) { issue(id: $id) { team { states { nodes { id name } } } } }",
      { id },
      true,
    );
    const found = [valueAt(states, "issue", "team", "states", "nodes")]
      .flat()
      .find((state) => textAt(state, "name") === to || textAt(state, "id") === to);
    if (!found) throw new Problem("sender_refused", `linear has no state "${to}" in the team of ${key}`);
    const query =
      "mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }";
    await ask(client, query, { id, input: { stateId: textAt(found, "id") } }, false);
  },
};

/** GraphQL answers 200 to what it refuses, with `errors`. */
async function ask(client: SenderClient, query: string, variables: object, reads: boolean): Promise<unknown> {
  const answer = await client.call({ method: "POST", path: "/graphql", body: { query, variables }, reads });
  const error = [valueAt(answer, "errors") ?? []].flat()[0];
  if (error !== undefined)
    throw new Problem(
      "sender_refused",
      `linear: ${textAt(error, "message") ?? "refused, and did not say why"}`,
    );
  return valueAt(answer, "data");
}
