import { sign } from "@octokit/webhooks-methods";
import { describe, expect, it } from "vitest";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { dressed, NOW } from "./laws.ts";
import { describeVendor } from "./vendor.ts";

const github = describeVendor("github");

const SECRET = "It's a Secret to Everybody";
const vector = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const signedHello = (headers: Record<string, string>) => ({
  method: "POST",
  url: new URL("https://reeve.example.com/hooks/github"),
  headers: new Headers(headers),
  body: bytes(["Hello, World!"]),
});

describe("GitHub's signature", () => {
  it("is believed as GitHub publishes it", async () => {
    const verified = await github.verify(signedHello({ "x-hub-signature-256": vector }), [SECRET], NOW);
    expect(verified).toMatchObject({ ok: true });
  });

  it.for<[string, Record<string, string>, string]>([
    [
      "SHA-1, as GitHub sent it before",
      { "x-hub-signature": "sha1=01dc10d0c83e72ed246219cdd91669667fe2ca59" },
      "signature_missing",
    ],
    ["without its prefix", { "x-hub-signature-256": vector.slice(7) }, "signature_malformed"],
    ["under Jira's name", { "x-hub-signature": vector }, "signature_missing"],
  ])("is refused %s", async ([, headers, check]) => {
    expect(await github.verify(signedHello(headers), [SECRET], NOW)).toEqual({
      ok: false,
      reason: { check },
    });
  });

  it("is the one that GitHub's own library makes", async () => {
    const body = github.body("issues.closed");
    const headers = new Headers({ "x-hub-signature-256": await sign(SECRET, body) });
    const delivery = { ...signedHello({}), headers, body: bytes([body]) };
    expect(await github.verify(delivery, [SECRET], NOW)).toMatchObject({ ok: true });
    expect(await github.verify(delivery, ["another secret"], NOW)).toMatchObject({ ok: false });
  });
});

const ADA = { id: "90010001", name: "ada-marsh" };
const BRAM = { id: "90010002", name: "bram-cole" };
const form = {
  User: "ada.marsh@example.com",
  Connector: "GitHub MCP",
  Role: "Owner",
  Confirmations: ["My manager knows of it", "I have read the policy"],
};

describe("what GitHub says", () => {
  it("is a transition where an issue was closed, with the form's fields and the label's request type", async () => {
    expect(await github.event("issues.closed")).toEqual({
      type: "ticket.transitioned",
      subject: "github:2310042012",
      occurredAt: "2026-06-15T08:00:00.000Z",
      actor: BRAM,
      ticket: {
        system: "github",
        id: "acme/access/issues/12",
        key: "acme/access#12",
        title: "Owner for the GitHub MCP connector",
        url: "https://github.example.com/acme/access/issues/12",
        status: { from: "open", to: "completed" },
        project: "acme/access",
        requestType: "Connector owner",
        requester: ADA,
        assignee: BRAM,
        fields: {
          ...form,
          body: expect.stringContaining("### Connector"),
          labels: ["request: Connector owner", "approved"],
          author_association: "MEMBER",
        },
      },
    });
  });

  it("tells a request that was declined from one that was met, also in a form", async () => {
    expect(await github.event("issues.closed_as_form")).toMatchObject({
      type: "ticket.transitioned",
      ticket: { status: { from: "open", to: "not_planned" } },
    });
    const [only] = await github.said("issues.closed_as_form");
    expect(JSON.parse(only?.payload ?? "")).toMatchObject({ action: "closed", issue: { number: 12 } });
  });

  it("is a transition where an issue was opened again: GitHub says not from what", async () => {
    expect(await github.event("issues.reopened")).toMatchObject({
      type: "ticket.transitioned",
      ticket: { status: { to: "open" } },
    });
  });

  it("is an issue made, with its form", async () => {
    expect(await github.event("issues.opened")).toMatchObject({
      type: "ticket.created",
      actor: ADA,
      ticket: { status: { to: "open" }, requestType: "Connector owner", fields: form },
    });
  });

  it("is an update where a label was added, which is among the fields", async () => {
    expect(await github.event("issues.labeled")).toMatchObject({
      type: "ticket.updated",
      ticket: { fields: { labels: ["request: Connector owner", "approved"] } },
    });
  });

  it("is a comment", async () => {
    expect(await github.event("issue_comment.created")).toMatchObject({
      type: "ticket.commented",
      subject: "github:2310042012",
      occurredAt: "2026-06-15T07:59:01.000Z",
      actor: { name: "nora-field" },
      comment: "Fine with me — she runs it already.",
    });
  });

  it("means nothing where it only tries the address", async () => {
    expect(await github.said("ping")).toMatchObject([
      { id: "delivery-1", event: { ignored: "GitHub's event ping is not about an issue" } },
    ]);
  });

  const read = async (
    name: string,
    event: string,
    change: (webhook: Record<string, Record<string, unknown>>) => void,
  ) => {
    const webhook = github.json(name);
    change(webhook);
    const headers = { "x-github-event": event };
    return github.parse(await dressed(github.sender, JSON.stringify(webhook), {}, headers), NOW);
  };

  it.for(["edited", "deleted"])("means nothing where a comment was %s", async (action) => {
    expect(
      await read("issue_comment.created", "issue_comment", (webhook) => Object.assign(webhook, { action })),
    ).toMatchObject({ value: [{ event: { ignored: expect.stringContaining(action) } }] });
  });

  it("means nothing where a comment is on a pull request, or an action changes no issue", async () => {
    const onPull = (webhook: Record<string, Record<string, unknown>>) =>
      Object.assign(webhook["issue"] ?? {}, { pull_request: { url: "https://api.github.example.com/x" } });
    expect(await read("issue_comment.created", "issue_comment", onPull)).toMatchObject({
      value: [{ event: { ignored: "the comment is on a pull request" } }],
    });
    expect(
      await read("issues.opened", "issues", (webhook) => Object.assign(webhook, { action: "pinned" })),
    ).toMatchObject({ value: [{ event: { ignored: expect.stringContaining("pinned") } }] });
  });

  it("is not another event than its body is of: the header that names it is not signed", async () => {
    expect(
      await read("issue_comment.created", "issues", (webhook) =>
        Object.assign(webhook, { action: "deleted" }),
      ),
    ).toEqual({ ok: false, reason: { detail: "comment: this event has none" } });
    expect(await read("issues.closed", "issue_comment", () => undefined)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining("comment") },
    });
  });

  it.for<[string, object, string]>([
    ["no number", { issue: { id: 1 } }, "issue.number"],
    ["a repository that climbs", { repository: { full_name: "../../user" } }, "repository.full_name"],
  ])("can't be read with %s, and what is wrong is named", async ([, members, detail]) => {
    expect(await read("issues.opened", "issues", (webhook) => Object.assign(webhook, members))).toMatchObject(
      {
        ok: false,
        reason: { detail: expect.stringContaining(detail) },
      },
    );
  });

  it("can't be read as a form without the field", async () => {
    const headers = { "x-github-event": "issues", "content-type": "application/x-www-form-urlencoded" };
    expect(github.parse(await dressed(github.sender, "a=1", {}, headers), NOW)).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining("payload") },
    });
  });

  it("links to no script", async () => {
    const parsed = await read("issues.opened", "issues", (webhook) =>
      Object.assign(webhook["issue"] ?? {}, { html_url: "javascript:alert(1)" }),
    );
    expect(parsed).toMatchObject({ ok: true });
    expect(JSON.stringify(parsed.ok && parsed.value[0]?.event)).not.toContain("javascript:");
  });
});
