import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { plainMessage } from "../../src/channels/slack/blocks.ts";
import { deliver, fixture } from "../../src/cli/send/deliver.ts";
import { formWith, interactionWith, readPayload } from "../../src/cli/send/slack-forms.ts";
import { slack as sender } from "../../src/sandbox/vendors/senders.ts";
import { bytes } from "../../src/sandbox/vendors/signing.ts";
import { valueAt } from "../../src/systems/reading/json.ts";
import { connectorOwner } from "../automations/owned.ts";
import { until as eventually } from "../support/until.ts";
import { type SlackStub, slackVariables, startSlack } from "../vendors/slack.ts";
import { RuledReeve } from "./ruled-reeve.ts";

const [ADA, GITA, NORA, HUGO, GHOST, NAMELESS, GUEST, STRANGER] = [
  "U0ADA00001",
  "U0GITA0001",
  "U0NORA0001",
  "U0HUGO0001",
  "U0GHOST001",
  "U0NAMELESS",
  "U0GUEST001",
  "U0OTHER001",
] as const;
const [APPROVALS, NOTICES, ESCALATIONS] = ["C0APPROVE1", "C0OPERATE1", "C0ESCALATE"] as const;

/** Members of a group with the role requester. */
const lent: string[] = [];

let slack: SlackStub;
afterAll(() => expect(slack.broken).toEqual([]));
const reeve = RuledReeve.forFile(async (stopped) => {
  slack = stopped(
    await startSlack({
      users: {
        [ADA]: { name: "Ada Marsh", email: "ada.marsh@example.com", tz: "Europe/Berlin" },
        [GITA]: { name: "Gita Lund", email: "gita.lund@example.com", tz: "America/Los_Angeles" },
        [NORA]: { name: "Nora Field", email: "nora.field@example.com" },
        [HUGO]: { name: "Hugo Pike", email: "hugo.pike@example.com" },
        [GHOST]: { name: "Ghost" },
        [NAMELESS]: { name: "Nameless" },
        [GUEST]: { name: "Guest", email: "cleo.hart@example.com", is_restricted: true },
        // A user in a shared channel: Slack shows the email that another workspace gives them.
        [STRANGER]: { name: "Stranger", email: "gita.lund@example.com", team_id: "T0OTHER001" },
      },
      channels: [APPROVALS, NOTICES, ESCALATIONS],
      groups: { S0APPROVER: [NORA, GITA], S0GHOSTS: [GHOST], S0LENT: lent },
    }),
  );
  return {
    enabled: ["requested-action", "test-throws", "test-notice", "last-days", "last-day-tasks"],
    automations: { "last-day-tasks": { assignees: ["nora.field@example.com"] } },
    policy: {
      approvals: [
        { when: "operation", operations: ["deleteMcpTool", "deleteSessionPolicy"] },
        { when: "asked_by_beneficiary" },
        {
          when: "always",
          actions: ["entitlement-owner.remove"],
          stages: [{ from: ["hugo.pike@example.com"] }, { from: ["approver"] }],
        },
      ],
      approvalExpiresAfterHours: 1,
      // The reminder is due two seconds after a plan begins to wait.
      remindHoursBeforeExpiry: [1 - 2 / 3_600],
    },
    settings: {
      sessionPolicies: { "Shared kiosks": "sp_kiosk", Travelling: "sp_travel", "Night shift": "sp_night" },
    },
    slack: {
      approvalsChannel: APPROVALS,
      noticesChannel: NOTICES,
      escalateTo: [HUGO, ESCALATIONS],
    },
    people: [
      { email: "ada.marsh@example.com", slack: ADA, roles: ["viewer", "requester"] },
      { email: "gita.lund@example.com", slack: GITA, roles: ["requester", "operator"] },
      { email: "nora.field@example.com", slack: NORA, roles: ["operator"] },
      { slackGroup: "S0GHOSTS", roles: ["requester"] },
      { slackGroup: "S0LENT", roles: ["requester"] },
      { slackGroup: "S0APPROVER", roles: ["approver"] },
      { everyone: "slack", roles: ["viewer"] },
    ],
    bindings: {
      ...slackVariables(slack.url),
      REEVE_URL: "https://reeve.example.com",
      GOVERNANCE_CREDENTIAL_EXPIRES: "2020-01-31",
    },
  };
});

async function post(body: string): Promise<{ status: number; body: unknown }> {
  const plain = bytes([body]);
  const { headers } = await sender.sign(plain, { secret: sender.localSecret, at: Date.now(), id: "" });
  const response = await fetch(new URL("/hooks/slack", reeve.url), {
    method: "POST",
    headers: { "content-type": sender.contentType, ...headers },
    body: plain,
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

/** Sends a slash command like Slack. */
async function command(text: string, user: string = ADA, responseUrl = slack.responseUrl("command")) {
  const form = formWith(fixture("slack", "command.help").body, {
    text,
    user_id: user,
    response_url: responseUrl,
    trigger_id: slack.trigger(),
  });
  const { status, body } = await post(form);
  expect(status).toBe(200);
  return { at: responseUrl, now: readText(body), form };
}

/** Returns the body of a recorded interaction, changed to a user's, with other properties. */
const interaction = (name: string, user: string, members: object): string =>
  interactionWith(fixture("slack", name).body, {
    user: { id: user, username: "somebody", team_id: "T0EXAMPLE1" },
    trigger_id: slack.trigger(),
    ...members,
  });
/** Sends a shortcut, or another interaction with these properties, like Slack. */
const shortcut = (user: string, members: object = {}) => post(interaction("shortcut.ask", user, members));
const viewOf = (callback_id: string, private_metadata: string, values: object) => ({
  view: {
    id: `V${crypto.randomUUID()}`,
    hash: crypto.randomUUID(),
    ...{ callback_id, private_metadata, state: { values } },
  },
});

/** Sends a click on a button like Slack. */
async function click(value: string, actionId: string, user: string, more: object = {}) {
  const responseUrl = slack.responseUrl("click");
  const button = { type: "button", action_id: actionId, block_id: "b", value };
  const members = { response_url: responseUrl, actions: [{ ...button, action_ts: `${Date.now() / 1000}` }] };
  const { status } = await post(interaction("click.approve", user, { ...members, ...more }));
  expect(status).toBe(200);
  return responseUrl;
}

const readView = (name: string) => valueAt(readPayload(fixture("slack", name).body), "view") as object;

/** Returns the modal that a click opens. */
async function modal(value: string, actionId: string, user: string): Promise<unknown> {
  const before = slack.views.length;
  await click(value, actionId, user);
  return until(() => slack.views[before]);
}

/** Submits the form of an action like Slack, with typed, chosen and picked values. */
async function form(
  action: string,
  fields: Readonly<Record<string, string>>,
  user: string = ADA,
  responseUrl: string | null = slack.responseUrl("command"),
) {
  const values = Object.entries(fields).map(([name, value]) => [
    name,
    { [name]: { type: "plain_text_input", value } },
  ]);
  const view = viewOf("ask", JSON.stringify({ action, responseUrl }), Object.fromEntries(values));
  const body = interaction("form.owner-add", user, view);
  const answered = await post(body);
  expect(answered.status).toBe(200);
  return { at: responseUrl ?? "", now: answered.body, body };
}
/** Submits a form that leads to a plan. */
async function ask(action: string, fields: Readonly<Record<string, string>>, user: string = ADA) {
  const { at, now } = await form(action, fields, user);
  expect(now).toEqual({ response_action: "clear" });
  return { at };
}

/** Submits the modal. */
const submit = (metadata: string, comment: string | null, user: string) =>
  post(
    interaction(
      "submission.approve",
      user,
      viewOf("decision", metadata, { comment: { comment: { type: "plain_text_input", value: comment } } }),
    ),
  );

const until = <Value>(look: () => Value | null | undefined | false): Promise<Value> =>
  eventually(
    () => `more in Slack than ${slack.messages.map(({ content }) => readText(content)).join(" | ")}`,
    look,
  );

/** Returns the whole text of a message, in its blocks and its fallback. */
function readText(message: unknown): string {
  if (typeof message === "string") return message;
  if (typeof message !== "object" || message === null) return "";
  const own = "text" in message && typeof message.text === "string" ? message.text : "";
  return [
    own,
    ...Object.values(message)
      .filter((value) => typeof value === "object")
      .map(readText),
  ].join("\n");
}
const answers = (at: string): string[] => slack.answersTo(at).map(readText);
const answer = (at: string, part: string): Promise<string> =>
  until(() => answers(at).find((text) => text.includes(part)));

/** Returns the value of a button in a message. */
function buttonIn(message: unknown, actionId: string): string | null {
  if (typeof message !== "object" || message === null) return null;
  if (valueAt(message, "action_id") === actionId) return String(valueAt(message, "value"));
  return (
    Object.values(message)
      .map((value) => buttonIn(value, actionId))
      .find((found) => found !== null) ?? null
  );
}
const buttonAt = (at: string, actionId: string): Promise<string> =>
  until(() =>
    slack
      .answersTo(at)
      .map((message) => buttonIn(message, actionId))
      .find((found) => found !== null),
  );
/** Lists the messages to a channel or a person that contain these words. */
const messagesTo = (to: string, part: string) =>
  slack.messages.filter(
    ({ channel, user, content }) => (channel === to || user === to) && readText(content).includes(part),
  );
const messageTo = (to: string, part: string) => until(() => messagesTo(to, part)[0]);
/** Lists the cards of plans. A reminder is a reply to its card. */
const cards = (part: string) => messagesTo(APPROVALS, part).filter(({ thread }) => thread === undefined);
const card = (part: string) => until(() => cards(part)[0]);

/** Submits a form, and confirms its plan. @returns the address of the responses */
async function confirmed(...asked: Parameters<typeof ask>): Promise<string> {
  const { at } = await ask(...asked);
  await click(await buttonAt(at, "confirm"), "confirm", asked[2] ?? ADA);
  return at;
}
/** Approves the plan of a card in the modal. @returns the modal */
async function approve(content: unknown, user: string, comment: string | null = null): Promise<unknown> {
  const view = await modal(buttonIn(content, "approve") ?? "", "approve", user);
  await submit(String(valueAt(view, "private_metadata")), comment, user);
  return view;
}
/** Returns the id of the run that a message links to. */
const runIn = (content: unknown) => /runs\/(run_[\w-]+)/.exec(JSON.stringify(content))?.[1] ?? "";

describe("a command", () => {
  it("for help gets its response immediately", async () => {
    const { now } = await command("help");
    const parts = ["What you can request", "connector-owner.add", "users [<words>]", "pause <automation>"];
    for (const part of parts) expect(now).toContain(part);
  });

  it.for<[string, string]>([
    ["user ada.marsh@example.com", "Ada Marsh"],
    [`user <@${ADA}|ada>`, "Ada Marsh"],
    ["ada marsh", 'Found for "ada marsh"'],
    ["users colour:red", 'There is no filter "colour"'],
    ["remind", 'Name the run: "/reeve remind <run>"'],
    ["run", 'Name the run: "/reeve run <id>"'],
    ["<script>alert(1)</script> <!channel>", "Nothing found"],
  ])("with the text %s gets its response in the conversation in which it was typed", async ([text, part]) => {
    const { at, now } = await command(text);
    expect(now).toContain("On it");
    const said = await answer(at, part);
    expect(said).not.toContain("went wrong");
    for (const message of slack.answersTo(at)) expect(valueAt(message, "text")).not.toContain("<!channel>");
  });

  it("shows further pages of its results only to its requester", async () => {
    const { at } = await command("users e");
    const next = await buttonAt(at, "more");
    expect(next).toMatch(/^[0-9a-f-]{36}$/);
    const page = await click(next, "more", ADA);
    expect(await answer(page, "")).toMatch(/^People\n/);
    const foreign = await click(next, "more", GITA);
    await answer(foreign, "Only the requester");
  });

  it("gets one response even if Slack sends the command twice", async () => {
    const { at, form } = await command("user gita.lund@example.com");
    await Promise.all([post(form), post(form)]);
    await answer(at, "Gita Lund");
    await sleep(300);
    expect(slack.answersTo(at)).toHaveLength(1);
  });

  it("is rejected for users without the required role and for users unknown to Reeve", async () => {
    await answer((await ask("connector-owner.add", OWNER, HUGO)).at, "You need the role “requester”");
    await answer((await ask("connector-owner.add", OWNER, GHOST)).at, "Reeve can't match your Slack account");
    await answer((await command("pause requested-action", ADA)).at, "You need the role “operator”");
    const views = slack.views.length;
    await answer((await command("connector-owner.add", HUGO)).at, "You need the role “requester”");
    expect(slack.views.length).toBe(views);
  });

  it.for([
    ["whose email is not known", NAMELESS],
    ["who is a guest", GUEST],
    ["from another workspace", STRANGER],
  ])("shows nothing to a user %s, even if everybody has read access", async ([, user]) => {
    for (const text of ["user ada.marsh@example.com", "runs waiting"])
      await answer((await command(text, user)).at, "Reeve can't match your Slack account");
  });

  it("can pause an automation, and resume it", async () => {
    await answer((await command("pause test-throws because the form changes", GITA)).at, "is paused");
    expect(await reeve.get("control")).toMatchObject({
      pauses: [{ automation: "test-throws", by: "gita.lund@example.com", reason: "the form changes" }],
    });
    await answer((await command("resume test-throws", GITA)).at, "continues");
  });
});

describe("a form", () => {
  const views = async (act: () => Promise<unknown>) => {
    const before = slack.views.length;
    await act();
    return until(() => slack.views[before]);
  };

  it("can be opened with its command, from the list of forms or with a shortcut, and offers configured names", async () => {
    const view = await views(() => command("connector-owner.add"));
    expect(JSON.parse(String(valueAt(view, "private_metadata")))).toMatchObject({
      action: "connector-owner.add",
    });
    for (const part of ["Make a person an owner of a connector.", "GitHub MCP", "Reviewer", "Why"])
      expect(readText(view)).toContain(part);
    for (const open of [
      () => command(""),
      () => shortcut(ADA),
      () =>
        shortcut(ADA, {
          type: "message_action",
          message: { type: "message", user: HUGO, text: "Nobody uses the tool *Create issue*" },
        }),
    ]) {
      const list = await views(open);
      const metadata = String(valueAt(list, "private_metadata"));
      const pushed = await views(() =>
        click(buttonIn(list, "ask-tool.retire") ?? "", "ask-tool.retire", ADA, {
          response_url: undefined,
          view: { private_metadata: metadata },
        }),
      );
      const { text: _, ...kept } = JSON.parse(metadata);
      expect(JSON.parse(String(valueAt(pushed, "private_metadata")))).toEqual({
        ...kept,
        action: "tool.retire",
      });
      // The message that the user asks about is the default reason.
      expect(JSON.stringify(pushed).includes("Nobody uses the tool *Create issue*")).toBe(
        metadata.includes("Nobody uses"),
      );
    }
  });

  it("suggests people while a requester types", async () => {
    const typed = (value: string, user: string) =>
      shortcut(user, { type: "block_suggestion", action_id: "user", block_id: "user", value });
    expect(await typed("hugo", ADA)).toEqual({
      status: 200,
      body: {
        options: [
          {
            text: { type: "plain_text", text: "Hugo Pike, hugo.pike@example.com", emoji: false },
            value: "hugo.pike@example.com",
          },
        ],
      },
    });
    for (const [value, user] of [
      ["h", ADA],
      ["hugo", HUGO],
    ] as const)
      expect((await typed(value, user)).body).toEqual({ options: [] });
  });

  it("shows each error next to its field, and requests no change", async () => {
    const { at, now } = await form("connector-owner.add", { user: "Hugo", connector: "", until: "someday" });
    expect(now).toEqual({
      response_action: "errors",
      errors: {
        user: expect.any(String),
        connector: expect.any(String),
        until: "write the day as YYYY-MM-DD",
      },
    });
    expect(slack.answersTo(at)).toEqual([]);
  });

  it("leads to one plan if it is sent twice, and is answered in a direct message if a shortcut opened it", async () => {
    const asked = { ...OWNER, until: "2099-12-31" };
    const { body } = await form("connector-owner.add", asked, ADA, null);
    await Promise.all([post(body), post(body)]);
    await messageTo(ADA, "Is this what you want?");
    await sleep(300);
    expect(messagesTo(ADA, "until 31 Dec 2099")).toHaveLength(1);
  });
});

const OWNER = { user: "hugo.pike@example.com", connector: "GitHub MCP", role: "Reviewer" };

describe("a change", () => {
  it("is shown as a plan that only its requester can confirm, and is made once", async () => {
    const before = await reeve.calls("createConnectorOwner");
    const { at } = await ask("connector-owner.add", { ...OWNER, "reason-for-it": "They look after it." });
    const confirm = await buttonAt(at, "confirm");
    expect(await reeve.calls("createConnectorOwner")).toBe(before);
    await answer(await click(confirm, "confirm", GITA), "Only the requester");
    const clicks = await Promise.all([click(confirm, "confirm", ADA), click(confirm, "confirm", ADA)]);
    await answer(at, "Accepted by the service, which can take some minutes to show it");
    expect(await reeve.calls("createConnectorOwner")).toBe(before + 1);
    await until(() => clicks.flatMap(answers).some((text) => text.includes("Confirmed. Working on it.")));
    await answer(await click(confirm, "confirm", ADA), "decided this already");
  });

  it("can be withdrawn by its requester", async () => {
    const before = await reeve.calls("createConnectorOwner");
    const { at } = await ask("connector-owner.add", OWNER);
    await answer(
      await click(await buttonAt(at, "withdraw"), "withdraw", ADA),
      "Withdrawn; nothing was done.",
    );
    await answer(at, "Withdrawn by ada.marsh@example.com");
    expect(await reeve.calls("createConnectorOwner")).toBe(before);
  });

  it("with an unknown name gets a reply with similar names", async () => {
    const { at } = await ask("connector-owner.add", { ...OWNER, connector: "GitHb MCP" });
    await answer(at, "GitHub MCP");
  });

  it("that needs an approval is shown to approvers, and is made after another person has approved it", async () => {
    const { at } = await ask("session-policy.remove", { policy: "Shared kiosks" });
    const confirmed = await click(await buttonAt(at, "confirm"), "confirm", ADA);
    await answer(confirmed, "Confirmed. Sent for approval.");
    await answer(at, "This waits for an approval");
    const { content } = await card("Shared kiosks");
    expect(readText(content)).toContain("Names not verified: Shared kiosks is sp_kiosk.");
    const button = buttonIn(content, "approve") ?? "";
    // Neither a user without the role approver nor the requester can approve it.
    await answer(await click(button, "approve", HUGO), "You need the role “approver”");
    const view = await modal(button, "approve", NORA);
    const metadata = String(valueAt(view, "private_metadata"));
    expect(readText(view)).toContain("Shared kiosks");
    // The modal can be submitted by a different user from the one it was opened for.
    expect((await submit(metadata, null, HUGO)).status).toBe(200);
    await messageTo(HUGO, "You need the role “approver”");
    expect(cards("Approved by")).toEqual([]);
    expect(await submit(metadata, "agreed <!channel> *really*", NORA)).toEqual({ status: 200, body: null });
    await answer(at, "Accepted by the service, which can take some minutes to show it");
    const decided = await card("Approved by nora.field@example.com");
    expect(valueAt(decided.content, "text")).not.toContain("<!channel>");
    expect(buttonIn(decided.content, "approve")).toBeNull();
    await until(() =>
      readText(decided.content).includes("Accepted by the service, which can take some minutes to show it: "),
    );
    expect(cards("Shared kiosks")).toHaveLength(1);
    await answer(await click(button, "approve", GITA), "decided already");
  });

  it("that waits for an approval can be withdrawn by its requester while they have the role", async () => {
    lent.push(HUGO);
    const at = await confirmed("session-policy.remove", { policy: "Night shift" }, HUGO);
    const withdraw = await buttonAt(at, "withdraw");
    const { content } = await card("Night shift");
    await answer(await click(withdraw, "withdraw", GITA), "Only the requester");
    lent.pop();
    await answer(await click(withdraw, "withdraw", HUGO), "You need the role “requester”");
    expect(cards("Withdrawn")).toEqual([]);
    lent.push(HUGO);
    await answer(await click(withdraw, "withdraw", HUGO), "Withdrawn; nothing was done.");
    lent.pop();
    const told = await card("Withdrawn by hugo.pike@example.com:");
    expect(buttonIn(told.content, "approve")).toBeNull();
    expect(cards("Night shift")).toHaveLength(1);
    await answer(at, "no reason given in Slack");
    await answer(await click(withdraw, "withdraw", HUGO), "decided this already");
    const run = await reeve.until(runIn(content), ({ state }) => state === "cancelled");
    expect(await reeve.story(run)).toContain("run.withdrawn hugo.pike@example.com");
  });

  it("is approved in stages, first by the people in its rule, who get a direct message, and then by an approver", async () => {
    const input = { app: "Jira", entitlement: "Jira admin", role: "Owner" };
    const { at } = await ask("entitlement-owner.remove", input);
    const plan = await buttonAt(at, "confirm");
    expect(answers(at).join()).toContain("Stage 1 of 2 waits for hugo.pike@example.com.");
    await click(plan, "confirm", ADA);
    const direct = await messageTo(HUGO, "Stage 1 of 2 waits for hugo.pike@example.com.");
    const inChannel = await card("Jira admin");
    expect(cards("Jira admin")).toHaveLength(1);
    // Nora has the role approver, which the first stage does not require.
    const inCards = buttonIn(inChannel.content, "approve") ?? "";
    await answer(await click(inCards, "approve", NORA), "You are not asked for this");
    // A comment is sent to both conversations about the plan, and decides nothing. It comes after the click,
    // when Reeve knows that Slack has both cards.
    await reeve.post(
      `runs/${runIn(direct.content)}/comments`,
      { reason: "Who uses it?" },
      "ada.marsh@example.com",
    );
    for (const { ts } of [direct, inChannel])
      await until(() =>
        slack.messages.some((one) => one.thread === ts && readText(one.content).includes("Who uses it?")),
      );
    await approve(direct.content, HUGO, "seen with Ines");
    const next = await card("Stage 2 of 2 waits for somebody with the role approver.");
    expect(readText(next.content)).toMatch(/Approved by hugo\.pike@example\.com:\s*“seen with Ines”/);
    await until(() => buttonIn(direct.content, "approve") === null);
    expect(messagesTo(NORA, "Jira admin")).toEqual([]);
    await approve(next.content, NORA);
    await answer(at, "Accepted by the service, which can take some minutes to show it");
    await until(() => readText(direct.content).includes("Approved by nora.field@example.com"));
  });

  it("can't be approved by its requester, even if they are an approver", async () => {
    const at = await confirmed("tool.retire", { tool: "Delete branch" }, GITA);
    const { content } = await card("Delete branch");
    // The click is rejected before a form asks for a reason.
    await answer(
      await click(buttonIn(content, "approve") ?? "", "approve", GITA),
      "You asked for this yourself",
    );
    await click(buttonIn(content, "deny") ?? "", "deny", NORA);
    const other = await until(() => slack.views.find((one) => readText(one).includes("Why not")));
    await submit(String(valueAt(other, "private_metadata")), "still in use", NORA);
    await answer(at, "still in use");
    expect((await reeve.tools()).retired).not.toContain("tool_github_delete_branch");
  });

  it("is shown on a card that lists other owners of the target and recent runs about the same person", async () => {
    const askForAda = () => confirmed("connector-owner.add", { ...OWNER, user: "ada.marsh@example.com" });
    const first = await askForAda();
    const before = await card("Add Ada Marsh");
    expect(readText(before.content)).toContain("Other owners that Reeve knows of: Hugo Pike");
    const id = runIn(before.content);
    // An approver's question reaches the requester.
    await reeve.post(`runs/${id}/comments`, { reason: "For which audit?" }, "nora.field@example.com");
    await answer(first, "For which audit?");
    await click(await buttonAt(first, "withdraw"), "withdraw", ADA);
    await answer(first, "no reason given in Slack");
    await reeve.until(id, ({ state }) => state === "cancelled");
    await askForAda();
    const again = await until(() =>
      cards("Add Ada Marsh").find(({ content }) => buttonIn(content, "approve")),
    );
    expect(readText(again.content)).toMatch(/about the same person, .*Add Ada Marsh.*\(cancelled\)/);
  });

  it("is confirmed, approved and made even while the ledger is unavailable, unlike queries, which wait", async () => {
    let listed = "";
    await reeve.withoutLedger(async () => {
      const before = await reeve.calls("deleteSessionPolicy");
      listed = (await command("runs mine")).at;
      const at = await confirmed("session-policy.remove", { policy: "Travelling" });
      await approve((await card("Travelling")).content, NORA);
      await answer(at, "Accepted by the service, which can take some minutes to show it");
      expect(await reeve.calls("deleteSessionPolicy")).toBe(before + 1);
      expect(answers(listed)).toEqual([]);
    });
    await answer(listed, "Runs");
  });

  it("can't be decided with buttons that Reeve did not create", async () => {
    await answer(await click(crypto.randomUUID(), "confirm", ADA), "unknown or has expired");
    expect((await submit(crypto.randomUUID(), null, NORA)).status).toBe(200);
  });
});

describe("a plan that still waits", () => {
  it("gets one reminder in its card's thread, and the reminder is also escalated and recorded in the run's timeline", async () => {
    await confirmed("session-policy.remove", { policy: "Shared kiosks" });
    const isReminder = ({ thread, content }: { thread?: string; content: unknown }) =>
      thread !== undefined && readText(content).includes("Shared kiosks");
    const reminder = await until(() => slack.messages.find(isReminder));
    expect(reminder.channel).toBe(APPROVALS);
    const first = slack.messages.find(({ ts }) => ts === reminder.thread);
    expect(readText(first?.content)).toContain("Approval needed");
    const [text] = readText(reminder.content).split("\n");
    expect(text).toMatch(/^Still waiting for approval, 60 minutes left: /);
    expect(readText(reminder.content)).toContain("Approve or deny it at the top of this thread.");
    const escalations = () =>
      slack.messages.filter(({ content }) =>
        /Nobody has decided yet, 60 minutes left: .*Shared kiosks/s.test(readText(content)),
      );
    await until(() => escalations().length >= 2);
    expect(new Set(escalations().map(({ channel }) => channel))).toEqual(new Set([HUGO, ESCALATIONS]));
    expect(JSON.stringify(escalations()[0]?.content)).toContain(`"channel_id":"${APPROVALS}"`);
    const run = await reeve.until(runIn(reminder.content), ({ remindAt }) => remindAt?.length === 0);
    expect(run).toMatchObject({ state: "awaiting_approval", dueAt: expect.any(Number) });
    expect(await reeve.story(run)).toContain("approval.reminded reeve");
    await reeve.decide(run, { decision: "rejected", hash: run.plan?.hash }, "nora.field@example.com");
    await until(() => readText(first?.content).includes("Denied"));
    expect(slack.messages.filter(isReminder)).toHaveLength(1);
    expect(escalations()).toHaveLength(2);
  });
});

describe("a run that began outside Slack", () => {
  it("is reported to operators when it fails", async () => {
    const event = await reeve.send({});
    const run = await reeve.runOf(event, "test-throws", "failed");
    const notice = await messageTo(NOTICES, "A run failed");
    expect(JSON.stringify(notice.content)).toContain(`https://reeve.example.com/runs/${run.id}`);
  });
});

describe("a notice", () => {
  it("is sent once to the people that it names and to operators, even if its plan is made again", async () => {
    const run = await reeve.planned("test-notice", {});
    const told = (channel: string) =>
      messagesTo(channel, "A look around").filter(({ content }) => JSON.stringify(content).includes(run.id));
    await until(() => told(NOTICES)[0] && told(NORA)[0]);
    const [message] = told(NORA);
    // The counts include the line about another person.
    for (const part of ["2 new, none removed.", "another", "1 change waits for approval: it is a test."]) {
      expect(readText(message?.content)).not.toContain(part);
      expect(readText(told(NOTICES)[0]?.content)).toContain(part);
    }
    expect(readText(told(NOTICES)[0]?.content)).toContain(
      "No Slack account was found for nobody@example.com.",
    );
    expect(await reeve.approve(run, "hugo.pike@example.com")).toMatchObject({ status: 200 });
    await reeve.until(run.id, ({ state }) => state === "done");
    await sleep(300);
    expect([told(NOTICES).length, told(NORA).length]).toEqual([1, 1]);
  });
});

/** Creates a task for Nora, to remove an ownership of Hugo's whose last day has passed. */
async function task(roleSlug: string) {
  const user = { id: "usr_hugo_pike", name: "Hugo Pike" };
  const data = connectorOwner({ roleSlug, user, until: "2020-01-01" });
  await reeve.addEntries({ kind: "ownership", data });
  const event = await reeve.due("last-day-tasks");
  return reeve.runOf(event, "last-day-tasks", "awaiting_follow_up");
}

describe("a task", () => {
  it("is sent to its assignee and to operators", async () => {
    const run = await task("owner");
    for (const to of [NORA, NOTICES]) {
      const told = await messageTo(to, "A follow-up is open");
      expect(readText(told.content)).toContain("remove Hugo Pike as owner");
      expect(JSON.stringify(told.content)).toContain(`https://reeve.example.com/runs/${run.id}`);
    }
    const done = { decision: "completed", verdict: "done" };
    expect(await reeve.decide(run, done, "gita.lund@example.com")).toMatchObject({ status: 403 });
    expect(await reeve.decide(run, done, "nora.field@example.com")).toMatchObject({ status: 200 });
  });

  /** Returns the notice about a run in the notices' channel. */
  const findNotice = async ({ id }: { readonly id: string }) =>
    (
      await until(() =>
        slack.messages.find(
          ({ channel, content }) => channel === NOTICES && JSON.stringify(content).includes(id),
        ),
      )
    ).content;

  it("can be reported as done with a button, but only by its assignee and only once", async () => {
    const run = await task("viewer");
    const notice = await findNotice(run);
    expect(JSON.stringify(notice)).toContain(`"user_id":"${NORA}"`);
    const done = buttonIn(notice, "follow_up_done") ?? "";
    await answer(await click(done, "follow_up_done", ADA), "This is assigned to nora.field@example.com.");
    await answer(await click(done, "follow_up_done", GITA), "This is assigned to nora.field@example.com.");
    await answer(await click(done, "follow_up_done", NORA), "Reported as done: ");
    const { followUps: [followUp] = [] } = await reeve.until(run.id, ({ state }) => state === "done");
    expect(followUp?.end).toMatchObject({ by: "nora.field@example.com", reason: "no reason given in Slack" });
    await answer(await click(done, "follow_up_done", NORA), "reported already");
  });

  it("can be reported as not done by an operator, with the reason", async () => {
    const run = await task("reviewer");
    const notDone = buttonIn(await findNotice(run), "follow_up_not_done") ?? "";
    const view = await modal(notDone, "follow_up_not_done", GITA);
    expect(readText(view)).toContain("Why was it not done?");
    await submit(String(valueAt(view, "private_metadata")), "still on call", GITA);
    const { ended } = await reeve.until(run.id, ({ state }) => state === "not_done");
    expect(ended).toEqual({ by: "gita.lund@example.com", reason: "still on call" });
  });
});

describe("a reply", () => {
  it("is sent as a direct message from the bot if Slack accepts no more responses to the command", async () => {
    const at = slack.responseUrl("command");
    for (let n = 0; n < 5; n++)
      await fetch(at, { method: "POST", body: JSON.stringify(plainMessage("used")) });
    await command("user nora.field@example.com", HUGO, at);
    await messageTo(HUGO, "Nora Field");
  });

  it("that can't be delivered is recorded, and the run continues to wait", async () => {
    const bare = await RuledReeve.start({
      enabled: ["requested-action"],
      slack: { teamId: "T0OTHER001" },
      people: [
        { email: "ada.marsh@example.com", slack: ADA },
        { everyone: "slack", roles: ["requester"] },
      ],
      bindings: { SLACK_API_URL: slack.url },
    });
    const give = async (team: string) => {
      const body = interactionWith(fixture("slack", "form.owner-add").body, {
        user: { id: ADA, username: "ada" },
        team: { id: team },
        view: {
          ...readView("form.owner-add"),
          private_metadata: JSON.stringify({
            action: "connector-owner.add",
            responseUrl: `${slack.url}/commands/gone`,
          }),
        },
      });
      return (await deliver(bare.url, sender, { body })).status;
    };
    // Requests from a workspace other than the configured one are rejected.
    expect(await give("T0ANOTHER1")).toBe(422);
    expect(await give("T0OTHER001")).toBe(200);
    await expect
      .poll(async () => (await bare.audit()).map(({ type, detail }) => [type, detail["to"], detail["state"]]))
      .toContainEqual(["answer.undelivered", "slack", "awaiting_confirmation"]);
    await bare.stop();
  });
});

// The last plan that waits: Reeve combines the cards of an automation after five of them.
describe("a change that waits for a decision", () => {
  it("shows its approvers and the start of its wait, and its requester can send one reminder per stage in 24 hours", async () => {
    const asked = { entitlement: "GitHub maintainer", app: "GitHub" };
    const at = await confirmed("entitlement-owner.remove", asked);
    const direct = await messageTo(HUGO, "GitHub maintainer");
    const run = await reeve.until(runIn(direct.content), ({ state }) => state === "awaiting_approval");
    await answer(at, `“/reeve remind ${run.id}” reminds the approvers`);
    await answer(at, "hugo.pike@example.com");
    await answer((await command(`run ${run.id}`)).at, "Waiting since");
    await answer((await command(`remind ${run.id}`, HUGO)).at, "Only the requester and operators can remind");
    const reminders = () =>
      slack.messages.filter(
        ({ content }) => /^Still waiting/.test(readText(content)) && runIn(content) === run.id,
      );
    await until(() => reminders().length >= 2);
    const before = reminders().length;
    await answer((await command(`remind ${run.id}`)).at, "The approvers have been reminded.");
    await until(() => reminders().length > before);
    await answer((await command(`remind ${run.id}`, GITA)).at, "reminded less than 24 hours ago");
    await reeve.approve(run, "hugo.pike@example.com");
    await reeve.until(run.id, (one) => one.approvals.length === 1 && one.state === run.state);
    await answer((await command(`remind ${run.id}`)).at, "The approvers have been reminded.");
    await answer((await command("remind run_none")).at, "no such run");
    expect(await reeve.story(run)).toContain("approval.reminded_by_hand ada.marsh@example.com");
    await reeve.decide(run, { decision: "rejected", hash: run.plan?.hash }, "nora.field@example.com");
    await reeve.until(run.id, ({ state }) => state === "rejected");
    await answer((await command(`remind ${run.id}`)).at, "This run is not waiting for an approval.");
  });
});

describe("the Slack endpoint", () => {
  it("responds to Slack's unsigned certificate check with an empty 200", async () => {
    const response = await fetch(new URL("/hooks/slack", reeve.url), {
      method: "POST",
      headers: { "content-type": sender.contentType },
      body: "ssl_check=1&token=x&command=%2Freeve&text=help",
    });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("rejects requests that are unsigned or old", async () => {
    const body = bytes([fixture("slack", "command.help").body]);
    const send = async (headers: Readonly<Record<string, string>>) =>
      (
        await fetch(new URL("/hooks/slack", reeve.url), {
          method: "POST",
          headers: { "content-type": sender.contentType, ...headers },
          body,
        })
      ).status;
    expect(await send({})).toBe(401);
    const old = await sender.sign(body, { secret: sender.localSecret, at: Date.now() - 301_000, id: "" });
    expect(await send(old.headers)).toBe(401);
  });
});

it("operators get one notice that the governance credential has expired", async () => {
  const told = () => messagesTo(NOTICES, "Governance credential");
  await reeve.minute();
  await until(() => told()[0]);
  expect(readText(told()[0]?.content)).toMatch(/The governance credential \S+ expired on 2020-01-31:/);
  await reeve.minute();
  await command("help");
  expect(told()).toHaveLength(1);
});

describe("a person who may only make requests", () => {
  it("can list their own runs, and no others", async () => {
    const requester = { roles: ["requester" as const] };
    await reeve.restart({
      people: [
        { email: "ada.marsh@example.com", slack: ADA, ...requester },
        { email: "gita.lund@example.com", slack: GITA, ...requester },
      ],
    });
    await confirmed("session-policy.remove", { policy: "Travelling" }, GITA);
    await confirmed("session-policy.remove", { policy: "Night shift" });
    const listed = (await command("runs mine")).at;
    await answer(listed, "Delete the session policy");
    expect(answers(listed).join()).toMatch(/^(?!.*Travelling).*Night shift/s);
    for (const filter of ["", " failed", " waiting"])
      await answer((await command(`runs${filter}`)).at, "viewer");
  });
});
