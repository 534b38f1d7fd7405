import { Problem } from "../base/problem.ts";
import { path } from "../senders/request.ts";
import { textAt, valueAt } from "../sources/reading/member.ts";
import type { Channel, Message } from "./channel.ts";

/**
 * Jira and Jira Service Management. In a service project a comment is for the customer to see, unless it is marked as
 * internal; elsewhere the mark means nothing.
 * Source: developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-comments, api-group-issues (transitions)
 */
export const jira: Channel = {
  system: "jira",
  async comment(client, { id }, message, visible) {
    await client.call({
      method: "POST",
      path: path`/rest/api/3/issue/${id}/comment`,
      body: {
        body: document(message),
        ...(visible ? {} : { properties: [{ key: "sd.public.comment", value: { internal: true } }] }),
      },
    });
  },
  async move(client, { id, key }, to) {
    const transitions = path`/rest/api/3/issue/${id}/transitions`;
    const answer = await client.call({ method: "GET", path: transitions });
    const found = [valueAt(answer, "transitions")]
      .flat()
      .find((one) => [textAt(one, "id"), textAt(one, "to", "name"), textAt(one, "name")].includes(to));
    if (!found)
      throw new Problem("sender_refused", `jira has no transition of ${key} to "${to}" from where it is`);
    await client.call({
      method: "POST",
      path: transitions,
      body: { transition: { id: textAt(found, "id") } },
    });
  },
};

/** A message as an Atlassian document, in which text is never markup. */
function document({ sentences, link }: Message) {
  const paragraph = (text: string, marks: readonly object[] = []) => ({
    type: "paragraph",
    content: [{ type: "text", text, ...(marks.length > 0 && { marks }) }],
  });
  return {
    type: "doc",
    version: 1,
    content: [
      ...sentences.map((sentence) => paragraph(sentence)),
      ...(link ? [paragraph("On record", [{ type: "link", attrs: { href: link } }])] : []),
    ],
  };
}
