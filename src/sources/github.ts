import { refused } from "../base/result.ts";
import { isForm, readForm } from "./reading/form.ts";
import { GitHubComment, GitHubIssueChange, readGitHubComment, readGitHubIssue } from "./reading/github.ts";
import { parseJson } from "./reading/json.ts";
import { Members } from "./reading/member.ts";
import { utf8 } from "./schemes/bytes.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Delivery, Source } from "./source.ts";

/** What the event in the header says, which is not signed: the body has to be of that event's shape. */
const PARSERS: ReadonlyMap<string | null, Source["parse"]> = new Map([
  [
    "issues",
    parseJson(GitHubIssueChange, (change, { headers }) => ({
      id: idOf(headers),
      event: readGitHubIssue(change),
    })),
  ],
  [
    "issue_comment",
    parseJson(GitHubComment, (comment, { headers }) => ({
      id: idOf(headers),
      event: readGitHubComment(comment),
    })),
  ],
]);

const parseOther = parseJson(Members, (_, { headers }) => ({
  id: idOf(headers),
  event: { ignored: `GitHub's event ${headers.get("x-github-event") ?? "without a name"} is about no issue` },
}));

const idOf = (headers: Headers): string | null => headers.get("x-github-delivery") || null;

/** The delivery with the JSON as its body, which GitHub puts into a form's field where it is set up to. */
function unwrapped(delivery: Delivery): Delivery | null {
  if (!isForm(delivery)) return delivery;
  const payload = readForm(delivery.body)?.["payload"];
  return payload === undefined ? null : { ...delivery, body: utf8(payload) };
}

/**
 * GitHub, webhooks of a repository, an organization or an app: issues and their comments, as JSON or as a form. The
 * signature is there only when a secret is set, so a delivery without it is refused; the older SHA-1 one is not asked.
 * Source: docs.github.com/en/webhooks, github.com/octokit/webhooks
 */
export const github: Source = {
  name: "github",
  authentication: "signed",
  secretVariable: "GITHUB_WEBHOOK_SECRET",
  verify: hmac({ hash: "SHA-256", header: "x-hub-signature-256", prefix: "sha256=", encoding: "hex" }),
  signsIds: false,
  parse: (delivery, now) => {
    const plain = unwrapped(delivery);
    if (plain === null)
      return refused({ detail: "payload: the form has no such field, or is no text in UTF-8" });
    const parse = PARSERS.get(delivery.headers.get("x-github-event")) ?? parseOther;
    return parse(plain, now);
  },
};
