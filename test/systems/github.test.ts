import { sign } from "@octokit/webhooks-methods";
import { describe, expect, it } from "vitest";
import { NOW } from "./support/dressed.ts";
import { describeVendor } from "./support/vendor.ts";

const github = describeVendor("github");

const SECRET = "It's a Secret to Everybody";
const vector = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const hello = (headers: Record<string, string>) => github.request(headers, { body: "Hello, World!" });

describe("GitHub's signature", () => {
  it("matches the example that GitHub publishes", async () => {
    const verified = await github.verify(hello({ "x-hub-signature-256": vector }), [SECRET], NOW);
    expect(verified).toMatchObject({ ok: true });
  });

  github.rejects(
    [
      [
        "GitHub's former SHA-1 signature",
        hello({ "x-hub-signature": "sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59" }),
        "signature_missing",
      ],
      [
        "a signature without its prefix",
        hello({ "x-hub-signature-256": vector.slice(7) }),
        "signature_malformed",
      ],
      ["a signature in Jira's header", hello({ "x-hub-signature": vector }), "signature_missing"],
    ],
    [SECRET],
  );

  it("matches the signature of GitHub's own library", async () => {
    const body = github.body("issues.closed");
    const delivery = github.request({ "x-hub-signature-256": await sign(SECRET, body) }, { body });
    expect(await github.verify(delivery, [SECRET], NOW)).toMatchObject({ ok: true });
    expect(await github.verify(delivery, ["another secret"], NOW)).toMatchObject({ ok: false });
  });
});

const OPENED: Record<string, object> = github.json("issues.opened");
const COMMENTED: Record<string, object> = github.json("issue_comment.created");
const issues = { headers: { "x-github-event": "issues" } };
const issueComment = { headers: { "x-github-event": "issue_comment" } };
const onPull = { ...COMMENTED["issue"], pull_request: { url: "https://api.github.example.com/x" } };

github.reads([
  [
    "an issue of a deleted account, which names no person",
    { ...OPENED, sender: null, issue: { ...OPENED["issue"], user: null } },
    { type: "ticket.created" },
    { ...issues, without: ["actor", "ticket.requester"] },
  ],
  [
    "a comment on a pull request, as ignored",
    { ...COMMENTED, issue: onPull },
    { ignored: "the comment is on a pull request" },
    issueComment,
  ],
]);

it("the JSON in a form is stored", async () => {
  const [only] = await github.said("issues.closed_as_form");
  expect(JSON.parse(only?.payload ?? "")).toMatchObject({ action: "closed", issue: { number: 12 } });
});

it.for([
  ["edited", COMMENTED, issueComment],
  ["deleted", COMMENTED, issueComment],
  ["pinned", OPENED, issues],
] as const)("an event whose action is %s is ignored", async ([action, body, event]) => {
  expect(await github.said({ ...body, action }, event)).toMatchObject([
    { event: { ignored: expect.stringContaining(action) } },
  ]);
});

// The header that names the event is not signed.
it("a body is rejected if it does not fit the event that the header names", async () => {
  expect(await github.read({ ...COMMENTED, action: "deleted" }, issues)).toEqual({
    ok: false,
    reason: { detail: "comment: this event must not contain a comment" },
  });
});

github.refuses([
  ["comment: ", github.json("issues.closed"), issueComment],
  ["issue.number: ", { ...OPENED, issue: { id: 1 } }, issues],
  ["repository.full_name: ", { ...OPENED, repository: { full_name: "../../user" } }, issues],
  [
    "payload: ",
    "a=1",
    { headers: { ...issues.headers, "content-type": "application/x-www-form-urlencoded" } },
  ],
]);

it("an event omits a ticket's URL if its scheme is javascript:", async () => {
  const issue = { ...OPENED["issue"], html_url: "javascript:alert(1)" };
  const [only] = await github.said({ ...OPENED, issue }, issues);
  expect(JSON.stringify(only?.event)).not.toContain("javascript:");
});
