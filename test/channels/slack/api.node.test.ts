import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChannelContext } from "../../../src/channels/channel.ts";
import {
  hasBotToken,
  RESPONSE_URL_MS,
  RESPONSE_URL_USES,
  ResponseUrlGone,
  respond,
  slackApi,
} from "../../../src/channels/slack/api.ts";
import { plainMessage } from "../../../src/channels/slack/blocks.ts";
import { decisionModal } from "../../../src/channels/slack/forms.ts";
import { refuseInSlack, slackPerson } from "../../../src/channels/slack/members.ts";
import { type SlackStub, slackVariables, startSlack } from "../../vendors/slack.ts";

let now = Date.parse("2026-06-15T08:00:00Z");
let slack: SlackStub;
beforeEach(async () => {
  slack = await startSlack({
    users: {
      U0ADA0001: { name: "Ada Marsh", email: "ada.marsh@example.com", tz: "Europe/Berlin" },
      U0BOT0001: { name: "Build Bot", is_bot: true },
      U0BOT0002: { name: "Mail Bot", email: "bot@example.com", is_bot: true },
      U0GUEST01: { name: "Guest", email: "guest@example.com", is_restricted: true },
      U0GUEST02: { name: "Guest of one channel", email: "single@example.com", is_ultra_restricted: true },
      U0ELSE001: { name: "Stranger", email: "stranger@example.com", is_stranger: true },
      U0LEFT001: { name: "Left", email: "left@example.com", deleted: true },
      U0ELSE002: { name: "Partner", email: "partner@example.com", team_id: "T0OTHER01" },
    },
    groups: { S0APPROVE: ["U0ADA0001"] },
    now: () => now,
  });
});
afterEach(() => slack.stop());

const env = () => ({ ...slackVariables(slack.url), LOCAL_STACK: "yes" });
const api = (more: object = {}) => slackApi({ ...env(), ...more });
const hello = plainMessage("Hello <!channel>");
const modal = decisionModal({ kind: "deny", summaries: ["Make Ada owner."], warnings: [], metadata: "id" });
const channel = "C0APPROVE1";

describe("the client of Slack's API", () => {
  it("posts messages, updates them, and shows messages to a single user", async () => {
    const posted = await api().postMessage({ channel }, hello);
    await api().update(posted, plainMessage("Done"));
    await api().postEphemeral({ channel, user: "U0ADA0001" }, hello);
    expect(slack.messages).toMatchObject([
      { channel, ts: posted.ts, updates: 1, content: { text: "Done" } },
      { channel, user: "U0ADA0001", content: { text: "Hello &lt;!channel&gt;" } },
    ]);
    expect(slack.asked[0]?.body).toMatchObject({ unfurl_links: false, unfurl_media: false });
    expect(slack.broken).toEqual([]);
  });

  it("opens one modal per trigger, and only within three seconds", async () => {
    const trigger = slack.trigger();
    expect(await api().openView(trigger, modal)).toMatch(/^V/);
    await expect(api().openView(trigger, modal)).rejects.toThrow("exchanged_trigger_id");
    const late = slack.trigger();
    now += 3_001;
    await expect(api().openView(late, modal)).rejects.toThrow("expired_trigger_id");
    await expect(api().openView("made up", modal)).rejects.toThrow("invalid_trigger_id");
    expect(slack.views).toHaveLength(1);
    expect(slack.broken).toEqual([]);
  });

  it("returns a user's data and a group's members", async () => {
    expect(await api().user("U0ADA0001")).toEqual({
      id: "U0ADA0001",
      name: "Ada Marsh",
      email: "ada.marsh@example.com",
      member: true,
      teams: ["T0REEVE01"],
    });
    expect(await api().ownTeam()).toBe("T0REEVE01");
    expect(await api().user("U0BOT0001")).toMatchObject({ email: null, member: false });
    expect(await api().groupMembers("S0APPROVE")).toEqual(["U0ADA0001"]);
  });

  it.for([
    ["U0ADA0001", true, "ada.marsh@example.com"],
    ["U0BOT0002", false, null],
    ["U0GUEST01", false, null],
    ["U0GUEST02", false, null],
    ["U0ELSE001", false, null],
    ["U0LEFT001", false, null],
    ["U0ELSE002", false, null],
  ] as const)(
    "recognizes only full members of the workspace, who get the roles for everyone: %s (member: %s)",
    async ([id, member, email]) => {
      const config = { people: [{ everyone: "slack", roles: ["requester"] }], slack: {} };
      const around = { config, env: env() } as unknown as ChannelContext;
      expect(await slackPerson(id, around)).toMatchObject({ member, email });
      expect((await refuseInSlack(id, "ask", around)) === null).toBe(member);
      expect(await refuseInSlack(id, "approved", around)).not.toBe(null);
    },
  );

  it.for([
    ["an unknown channel", () => api().postMessage({ channel: "C0ELSE" }, hello), "channel_not_found"],
    ["an unknown message", () => api().update({ channel, ts: "1.000001" }, hello), "message_not_found"],
    ["an unknown user", () => api().user("U0NOBODY"), "user_not_found"],
    ["an unknown group", () => api().groupMembers("S0NONE"), "no_such_subteam"],
    ["a wrong token", () => api({ SLACK_BOT_TOKEN: "xoxb-wrong" }).user("U0ADA0001"), "invalid_auth"],
  ] as const)("reports Slack's error for %s", async ([, call, error]) => {
    await expect(call()).rejects.toMatchObject({
      code: "sender_refused",
      message: expect.stringContaining(error),
    });
  });

  it("reports an unknown outcome if a message might have been posted, and otherwise a temporary error", async () => {
    slack.fail({ status: 429 }, { status: 500 }, "lost after", { status: 500 });
    const post = () => api().postMessage({ channel }, hello);
    await expect(post()).rejects.toMatchObject({ code: "sender_unavailable" });
    await expect(post()).rejects.toMatchObject({ code: "sender_outcome_unknown" });
    await expect(post()).rejects.toMatchObject({ code: "sender_outcome_unknown" });
    await expect(api().user("U0ADA0001")).rejects.toMatchObject({ code: "sender_unavailable" });
  });

  it("requires a token and an address at slack.com", () => {
    expect([hasBotToken({}), hasBotToken(env())]).toEqual([false, true]);
    expect(() => slackApi({})).toThrow("SLACK_BOT_TOKEN is not set");
    const elsewhere = { SLACK_BOT_TOKEN: "xoxb-1", SLACK_API_URL: "https://slack.com.evil.example" };
    expect(() => slackApi(elsewhere)).toThrow("must be a host of slack.com");
  });
});

describe("a response to the URL that Slack sent with a command or click", () => {
  it("is shown only to the user, or replaces the clicked message", async () => {
    const [command, click] = [slack.responseUrl(), slack.responseUrl("click")];
    await respond(command, hello, env());
    await respond(click, hello, env(), { replaceOriginal: true });
    expect(slack.answersTo(command)).toMatchObject([{ response_type: "ephemeral", replace_original: false }]);
    expect(slack.answersTo(click)).toMatchObject([{ replace_original: true }]);
    expect(slack.broken).toEqual([]);
    expect(slack.asked.every(({ headers }) => headers["authorization"] === undefined)).toBe(true);
  });

  it("is rejected after five uses or half an hour, with an error that names the limit", async () => {
    const url = slack.responseUrl();
    for (let n = 0; n < RESPONSE_URL_USES; n++) await respond(url, hello, env());
    const used = await respond(url, hello, env()).catch((error: unknown) => error);
    expect(used).toBeInstanceOf(ResponseUrlGone);
    expect(used).toMatchObject({ code: "sender_refused", message: expect.stringContaining("used_url") });
    const late = slack.responseUrl();
    now += RESPONSE_URL_MS + 1;
    await expect(respond(late, hello, env())).rejects.toThrow("expired_url");
  });

  it("that fails causes an error without the URL, which is a secret", async () => {
    const url = slack.responseUrl();
    slack.fail({ status: 429 }, { status: 500 }, "lost before", { status: 403 }, { status: 302 });
    const codes: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      const error = await respond(url, hello, env()).catch((caught: unknown) => caught as Error);
      codes.push(Reflect.get(error ?? {}, "code"));
      expect(`${error?.message} ${error?.cause}`).not.toContain("96rGlfmib");
    }
    expect(codes).toEqual([
      "sender_unavailable",
      "sender_outcome_unknown",
      "sender_outcome_unknown",
      "sender_refused",
      "sender_refused",
    ]);
  });

  it.for([
    "https://hooks.slack.com.evil.example/commands/1",
    "https://evil.example/hooks.slack.com",
    "https://user@hooks.slack.com/commands/1",
    "https://hooks.slack.com:8443/commands/1",
    "http://hooks.slack.com/commands/1",
    "https://169.254.169.254/",
    "http://127.0.0.1:1/",
    "file:///etc/passwd",
    "nowhere",
    "",
  ])("is not sent to an untrusted URL: %j", async (url) => {
    await expect(respond(url, hello, {})).rejects.toMatchObject({ code: "sender_bad_request" });
  });
});

describe("the Slack stub", () => {
  it("records broken rules", async () => {
    const bad = { text: "<!channel>", blocks: [] };
    await api().postMessage({ channel }, bad);
    await respond(slack.responseUrl(), hello, env(), { replaceOriginal: true });
    expect(slack.broken).toEqual([
      "chat.postMessage: blocks: are not 1 to 50",
      "chat.postMessage: text: has a mention, a link or a command",
      "response_url: a command's answer replaces nothing",
    ]);
  });
});
