import { describe, expect, it } from "vitest";
import { toTicket } from "../../../src/runs/explain.ts";
import { findTarget } from "../../../src/runs/message.ts";
import { findApi, systems } from "../../../src/systems/index.ts";
import { valueAt } from "../../../src/systems/reading/json.ts";
import { workerEvent } from "../../../src/systems/reading/worker.ts";
import { html, journal, markdown } from "../../../src/systems/reply/message.ts";
import { findReplier, REPLIED_SYSTEMS, Replies } from "../../../src/systems/reply/replies.ts";
import type { Message, Target } from "../../../src/systems/system.ts";
import { handClient } from "../../support/hand-client.ts";
import { HOSTILE_TEXTS } from "../../support/hostile-texts.ts";

const LINK = "https://reeve.example.com/api/runs/run_1";
const message = (...sentences: string[]): Message => ({ sentences, link: LINK });
const target = (system: string, more: Partial<Target> = {}): Target => ({
  system,
  id: "77",
  key: "IAM-42",
  fields: {},
  ...more,
});

/** Returns the requests for a comment. */
async function comment(
  to: Target,
  said: Message,
  { visible = true, answers = {} }: { visible?: boolean; answers?: Record<string, unknown> } = {},
) {
  const client = handClient(answers);
  await findReplier(to.system).comment?.(client, to, said, visible);
  return client.asked;
}
/** Returns the requests for a move. */
async function move(to: Target, state: string, answers: Record<string, unknown>) {
  const client = handClient(answers);
  await findReplier(to.system).move(client, to, state);
  return client.asked;
}

describe("Jira", () => {
  const ISSUE = "/rest/api/3/issue/77";
  const transitions = { transitions: [{ id: "21", name: "Resolve", to: { name: "Done" } }] };
  const answers = { [`GET ${ISSUE}/transitions`]: transitions, [`POST ${ISSUE}/transitions`]: null };

  it("receives hostile text as plain text in an Atlassian document", async () => {
    const hostile = "<b>bold</b> [a](https://evil.example) @nora {panel} h1. x";
    const [asked] = await comment(target("jira"), message(hostile), {
      answers: { [`POST ${ISSUE}/comment`]: {} },
    });
    expect(asked?.body).toEqual({
      body: {
        type: "doc",
        version: 1,
        content: [
          { type: "paragraph", content: [{ type: "text", text: hostile }] },
          {
            type: "paragraph",
            content: [
              { type: "text", text: "Details in Reeve", marks: [{ type: "link", attrs: { href: LINK } }] },
            ],
          },
        ],
      },
    });
  });

  it("receives a comment for agents as an internal comment", async () => {
    const given = { visible: false, answers: { [`POST ${ISSUE}/comment`]: {} } };
    const [asked] = await comment(target("jira"), message("x"), given);
    expect(asked?.body).toMatchObject({
      properties: [{ key: "sd.public.comment", value: { internal: true } }],
    });
  });

  it.for(["Done", "Resolve", "21"])("moves an issue with the transition identified by %s", async (to) => {
    const asked = await move(target("jira"), to, answers);
    expect(asked[1]).toMatchObject({ method: "POST", body: { transition: { id: "21" } } });
  });

  it("does not move an issue that lacks the requested transition", async () => {
    await expect(move(target("jira"), "Closed", answers)).rejects.toThrow(
      /no transition from the current status of IAM-42 to "Closed"/,
    );
  });
});

describe("ServiceNow", () => {
  it("receives a comment or work note in the record's table, with [code] tags disabled", async () => {
    const request = target("servicenow", { id: "sc_req_item/77" });
    const path = "/api/now/table/sc_req_item/77";
    const given = { answers: { [`PATCH ${path}`]: {} } };
    const hostile = "[code]<script>alert(1)</script>[/CODE]";
    const [seen] = await comment(request, message(hostile), given);
    expect(seen?.body).toEqual({
      comments: `[\u200bcode]<script>alert(1)</script>[\u200b/CODE]\n${LINK}`,
    });
    const [internal] = await comment(request, message("x"), { ...given, visible: false });
    expect(internal?.body).toEqual({ work_notes: `x\n${LINK}` });
  });

  it("moves a record to a state identified by its number", async () => {
    const asked = await move(target("servicenow", { id: "incident/77" }), "6", {
      "PATCH /api/now/table/incident/77": {},
    });
    expect(asked).toMatchObject([{ body: { state: "6" } }]);
  });

  it.for(["77", "sys_user/77/x", "/77", "incident/", "../sys_user/77"])(
    "receives no comment for an invalid record: %s",
    async (id) => {
      await expect(comment(target("servicenow", { id }), message("x"), { answers: {} })).rejects.toThrow(
        /not a ServiceNow record/,
      );
    },
  );
});

const AS_HTML = `<p>&lt;img src=x onerror=&quot;a&quot;&gt; &amp; &#39;</p><p><a href="${LINK}">Details in Reeve</a></p>`;
const HOSTILE_HTML = '<img src=x onerror="a"> & \'';

describe("Zendesk", () => {
  const answers = { "PUT /api/v2/tickets/77.json": {} };
  it("receives hostile text as plain text in HTML", async () => {
    for (const visible of [true, false]) {
      const [asked] = await comment(target("zendesk"), message(HOSTILE_HTML), { visible, answers });
      expect(asked?.body).toEqual({ ticket: { comment: { html_body: AS_HTML, public: visible } } });
    }
  });
  it("moves a ticket to a status", async () => {
    expect(await move(target("zendesk"), "solved", answers)).toMatchObject([
      { body: { ticket: { status: "solved" } } },
    ]);
  });
});

describe("Freshservice", () => {
  it("receives hostile text as plain text in HTML", async () => {
    for (const visible of [true, false]) {
      const [asked] = await comment(target("freshservice"), message(HOSTILE_HTML), {
        visible,
        answers: { "POST /api/v2/tickets/77/notes": {} },
      });
      expect(asked?.body).toEqual({ body: AS_HTML, private: !visible });
    }
  });
  it("moves a ticket to a status identified by its number", async () => {
    const asked = await move(target("freshservice"), "4", { "PUT /api/v2/tickets/77": {} });
    expect(asked).toMatchObject([{ body: { status: 4 } }]);
  });
});

describe("Linear", () => {
  const states = {
    data: { issue: { team: { states: { nodes: [{ id: "s1", name: "Done" }] } } }, issueUpdate: {} },
  };
  it("receives hostile text as plain text in Markdown", async () => {
    const [asked] = await comment(target("linear"), message("[a](https://evil.example)"), {
      answers: { "POST /graphql": { data: { commentCreate: { success: true } } } },
    });
    expect(valueAt(asked?.body, "variables")).toEqual({
      input: {
        issueId: "77",
        body: `\\[a\\]\\(https://\u200bevil.example\\)\n\n[Details in Reeve](${LINK})`,
      },
    });
    expect(String(valueAt(asked?.body, "query"))).not.toContain("evil");
    expect(asked?.reads).toBe(false);
  });
  it.for(["Done", "s1"])("moves an issue to the state identified by %s", async (to) => {
    const asked = await move(target("linear"), to, { "POST /graphql": states });
    expect(asked.map(({ reads }) => reads)).toEqual([true, false]);
    expect(valueAt(asked[1]?.body, "variables")).toEqual({ id: "77", input: { stateId: "s1" } });
  });
  it("does not move an issue to an unknown state", async () => {
    await expect(move(target("linear"), "Gone", { "POST /graphql": states })).rejects.toThrow(
      /no state "Gone"/,
    );
  });
  it("makes a reply fail with the errors of a rejected query", async () => {
    const answers = { "POST /graphql": { errors: [{ message: "not yours" }] } };
    await expect(comment(target("linear"), message("x"), { answers })).rejects.toThrow("linear: not yours");
  });
});

describe("GitHub", () => {
  const issue = target("github", { key: "acme/access#12" });
  const answers = {
    "POST /repos/acme/access/issues/12/comments": {},
    "PATCH /repos/acme/access/issues/12": {},
  };
  it("receives hostile text as plain text in Markdown", async () => {
    const [asked] = await comment(issue, message("@octocat closes #7, GH-8 and <b>"), { answers });
    expect(asked?.body).toEqual({
      body: `@\u200boctocat closes \\#\u200b7, GH\\-\u200b8 and \\<b\\>\n\n[Details in Reeve](${LINK})`,
    });
  });
  it.for([
    ["completed", { state: "closed", state_reason: "completed" }],
    ["not_planned", { state: "closed", state_reason: "not_planned" }],
    ["open", { state: "open" }],
  ] as const)("moves an issue to %s", async ([to, body]) => {
    expect(await move(issue, to, answers)).toMatchObject([{ body }]);
  });
  it.for(["acme/access", "acme/access#x", "acme/a/b#1", "../..#1", "a/..#1", "#1", "acme/access#1/../2"])(
    "receives no comment for an invalid issue: %s",
    async (key) => {
      await expect(comment(target("github", { key }), message("x"))).rejects.toMatchObject({
        code: "sender_bad_request",
      });
    },
  );
});

describe("a lifecycle workflow of Entra", () => {
  const CALLBACK =
    "/identityGovernance/lifecycleWorkflows/workflows/4f36/tasks/e07d/taskProcessingResults/6e1e/resume";
  const task = (callbackUriPath: string) => target("entra", { fields: { callbackUriPath } });

  it.for(["Completed", "Failed"])("is resumed with the status %s of its task", async (operationStatus) => {
    expect(await move(task(CALLBACK), operationStatus, { [`POST /v1.0${CALLBACK}`]: null })).toEqual([
      {
        method: "POST",
        path: `/v1.0${CALLBACK}`,
        body: { source: "reeve", type: "lifecycleEvent", data: { operationStatus } },
      },
    ]);
  });

  it.for([
    "/users/1",
    "/identityGovernance/lifecycleWorkflows/../../users/1",
    "/identityGovernance/lifecycleWorkflows/%2e%2e/users",
    "/identityGovernance/lifecycleWorkflows/workflows?x=1",
    "/identityGovernance/lifecycleWorkflows/a\n",
    "@evil.example/identityGovernance/lifecycleWorkflows/a",
    "https://evil.example/identityGovernance/lifecycleWorkflows/a",
  ])("is not resumed if the callback path is %j", async (path) => {
    await expect(move(task(path), "Completed", {})).rejects.toMatchObject({ code: "sender_bad_request" });
  });

  it("is not resumed with a status other than Completed or Failed", async () => {
    await expect(move(task(CALLBACK), "Deleted", {})).rejects.toMatchObject({ code: "sender_bad_request" });
    expect(findReplier("entra").comment).toBeUndefined();
  });
});

describe("escaping", () => {
  it.for([
    ["**b** _i_ `c` ~~s~~", "\\*\\*b\\*\\* \\_i\\_ \\`c\\` \\~\\~s\\~\\~"],
    ["![i](x) [l](y)", "\\!\\[i\\]\\(x\\) \\[l\\]\\(y\\)"],
    ["www.evil.example", "www\u200b.evil.example"],
    ["javascript://x", "javascript://\u200bx"],
    ["&commat;nora &#64;nora", "\\&commat;nora \\&\\#\u200b64;nora"],
    ["mail nora@example.com", "mail nora@example.com"],
    ["\\@nora", "\\\\@\u200bnora"],
    ["| a | b |", "\\| a \\| b \\|"],
  ] as const)("makes %j inert in Markdown", ([text, expected]) => expect(markdown(text)).toBe(expected));

  it("makes text inert in HTML and in a ServiceNow journal", () => {
    expect(html(`<a href='x' title="y">&amp;`)).toBe(
      "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;amp;",
    );
    expect(journal("[Code]x[/code] [codex]")).toBe("[\u200bCode]x[\u200b/code] [codex]");
  });
});

/** For each system: the request for comments, and how to find markup in a comment that should be plain text. */
const COMMENTS: Readonly<
  Record<
    string,
    { readonly to: string; readonly more?: Partial<Target>; readonly marks: (body: string) => unknown }
  >
> = {
  // Atlassian documents have no markup in their texts.
  jira: { to: "POST /rest/api/3/issue/77/comment", marks: () => null },
  servicenow: {
    to: "PATCH /api/now/table/incident/77",
    more: { id: "incident/77" },
    marks: (body) => body.match(/\[\/?code\]/i),
  },
  zendesk: { to: "PUT /api/v2/tickets/77.json", marks: marksOfHtml },
  freshservice: { to: "POST /api/v2/tickets/77/notes", marks: marksOfHtml },
  linear: { to: "POST /graphql", marks: marksOfMarkdown },
  github: {
    to: "POST /repos/acme/access/issues/12/comments",
    more: { key: "acme/access#12" },
    marks: marksOfMarkdown,
  },
};
function marksOfHtml(body: string) {
  return body.replaceAll(`<a href="${LINK}">`, "").match(/<(?!\/?(?:p|a)>)|&(?!(?:amp|lt|gt|quot|#39);)/);
}
function marksOfMarkdown(body: string) {
  const words = body.replace(`[Details in Reeve](${LINK})`, "").replace(/\\[\\`*_{}[\]()<>#+!|~&-]/g, ".");
  return words.match(/[\\`*_[\]<>#|~&!]|:\/\/(?!\u200b)|(?<![\w\u200b])@\w/);
}
/** Lists all texts in a body. */
const textsIn = (body: unknown): string[] =>
  typeof body === "object" && body !== null
    ? Object.values(body).flatMap(textsIn)
    : typeof body === "string"
      ? [body]
      : [];

describe.for(Object.entries(COMMENTS))("hostile text in a comment to %s", ([system, { to, more, marks }]) => {
  it.for(Object.entries(HOSTILE_TEXTS))("stays plain text: %s", async ([, text]) => {
    const told = toTicket([["This could not be done: ", { quote: text }], [{ quote: text }]], LINK);
    const answers = { [to]: { data: { commentCreate: { success: true } } } };
    const [asked] = await comment(target(system, more), told, { answers });
    const texts = textsIn(valueAt(asked?.body, "variables") ?? asked?.body);
    expect(texts.join("\n")).toContain("This could not be done:");
    for (const one of texts) {
      expect(one).toBe(one.toWellFormed());
      expect(marks(one)).toBeNull();
    }
  });
});

it("these tests cover the comments of every system", () => {
  const commented = REPLIED_SYSTEMS.filter((system) => findReplier(system).comment);
  expect(Object.keys(COMMENTS).toSorted()).toEqual(commented.toSorted());
});

describe("the reply function", () => {
  it.for(REPLIED_SYSTEMS)("of %s is found by name, as is the system's API", (system) => {
    expect(findReplier(system)).toBe(systems.get(system)?.replies);
    expect(findApi(system)).toMatchObject({ system });
  });

  it.for(["jira", "zendesk", "freshservice"])("of %s rejects an id that leaves its path", async (system) => {
    await expect(comment(target(system, { id: ".." }), message("x"))).rejects.toMatchObject({
      code: "sender_bad_request",
    });
  });

  it("of an unknown system is reported as a configuration error", () => {
    expect(() => findReplier("fax")).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});

it("a reply to a worker's event is sent to the system that has the worker's record", () => {
  const replies = Replies.parse({ entra: {} });
  const fields = { callbackUriPath: "/resume", task: "t" };
  const event = workerEvent("entra", "u1", { type: "worker.hired", worker: { name: "Ada Marsh", fields } });
  const { task: _, ...needed } = fields;
  expect(findTarget(event, replies)).toEqual({ system: "entra", id: "u1", key: "Ada Marsh", fields: needed });
  const request = { type: "request.made", subject: "x", request: { action: "a", input: 1 } } as const;
  expect(findTarget(request, replies)).toBeNull();
});
