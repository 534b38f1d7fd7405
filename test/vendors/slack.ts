import type { Answered, Vendor, VendorRequest } from "../../src/sandbox/vendors/serve.ts";
import { textAt, valueAt } from "../../src/systems/reading/json.ts";
import { brokenRules } from "../channels/slack/limits.ts";
import { startVendor, type VendorStub } from "./stub.ts";

const TOKEN = "xoxb-0000000000-bot-token-of-the-tests";

/** The variables with which Reeve reaches the stub. */
export const slackVariables = (url: string) => ({ SLACK_API_URL: url, SLACK_BOT_TOKEN: TOKEN });

/** A Slack user, as far as `users.info` describes one. */
export interface StubUser {
  readonly name: string;
  readonly email?: string;
  readonly tz?: string;
  readonly deleted?: boolean;
  readonly is_bot?: boolean;
  readonly is_restricted?: boolean;
  readonly is_ultra_restricted?: boolean;
  readonly is_stranger?: boolean;
  /** @default the workspace's own */
  readonly team_id?: string;
}

/** A workspace: its people, and its time. */
export interface Workspace {
  readonly users?: Readonly<Record<string, StubUser>>;
  /** Members of user groups, by the groups' ids. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Channels to which the app was invited. */
  readonly channels?: readonly string[];
  /** Returns Unix milliseconds. @default the real time */
  readonly now?: () => number;
  /** Scopes of the token. @default all */
  readonly scopes?: readonly string[];
}

/** A message in a channel. */
export interface StubMessage {
  readonly channel: string;
  readonly ts: string;
  /** The message whose thread contains this one. */
  readonly thread?: string;
  /** The only user who sees the message. */
  readonly user?: string;
  /** The current `text` and `blocks`. */
  content: unknown;
  /** How often the message was changed. */
  updates: number;
}

/**
 * Simulates Slack by its documented rules. Requests that break a rule are listed in `broken`, which tests expect to be
 * empty.
 */
export interface SlackStub extends VendorStub {
  readonly broken: readonly string[];
  readonly messages: readonly StubMessage[];
  readonly views: readonly unknown[];
  /** Makes a new response URL. @param of Only responses to a click may replace or delete a message */
  responseUrl(of?: "command" | "click"): string;
  /** Lists the responses sent to a URL so far. */
  answersTo(responseUrl: string): readonly unknown[];
  /** Makes a new trigger, valid once and for three seconds. */
  trigger(): string;
}

const RESPONSE_URL_MS = 30 * 60_000;
const TRIGGER_MS = 3_000;
const ALL_SCOPES = ["commands", "chat:write", "users:read", "users:read.email", "usergroups:read"];

export async function startSlack(workspace: Workspace = {}): Promise<SlackStub> {
  const { users = {}, groups = {}, channels = ["C0APPROVE1", "C0OPERATE1"] } = workspace;
  const { now = Date.now, scopes = ALL_SCOPES } = workspace;
  const broken: string[] = [];
  const messages: StubMessage[] = [];
  const views: unknown[] = [];
  const urls = new Map<string, { readonly of: string; readonly at: number; readonly sent: unknown[] }>();
  const triggers = new Map<string, number>();
  let count = 0;

  const check = (where: string, value: unknown, surface: "message" | "modal") =>
    broken.push(...brokenRules(value, surface).map((fault) => `${where}: ${fault}`));
  const rule = (holds: boolean, what: string) => void (holds || broken.push(what));
  const ok = (body: object = {}): Answered => ({ status: 200, body: { ok: true, ...body } });
  const no = (error: string, more: object = {}): Answered => ({
    status: 200,
    body: { ok: false, error, ...more },
  });

  function respond({ path, headers, body }: VendorRequest): Answered {
    rule(headers["authorization"] === undefined, `${path}: the token was sent to a response_url`);
    const url = urls.get(path);
    if (!url || now() - url.at > RESPONSE_URL_MS) return { ...no("expired_url"), status: 404 };
    if (url.sent.length >= 5) return { ...no("used_url"), status: 404 };
    url.sent.push(body);
    const type = textAt(body, "response_type") ?? "ephemeral";
    rule(["ephemeral", "in_channel"].includes(type), `response_url: response_type ${type}`);
    const changes = [valueAt(body, "replace_original"), valueAt(body, "delete_original")].includes(true);
    rule(!changes || url.of === "click", "response_url: a command's answer replaces nothing");
    if (valueAt(body, "delete_original") !== true) check("response_url", body, "message");
    return ok();
  }

  const methods: Readonly<Record<string, (asked: VendorRequest) => Answered>> = {
    "auth.test": () => ({
      ...ok({ team: "Example", team_id: "T0REEVE01" }),
      headers: { "x-oauth-scopes": scopes.join() },
    }),
    "chat.postMessage": ({ body }) => post(body),
    "chat.postEphemeral": ({ body }) => {
      const user = textAt(body, "user");
      return user !== undefined && users[user] ? post(body, user) : no("user_not_in_channel");
    },
    "chat.update": ({ body }) => {
      const found = messages.find(
        ({ channel, ts, user }) =>
          user === undefined && channel === textAt(body, "channel") && ts === textAt(body, "ts"),
      );
      if (!found) return no("message_not_found");
      check("chat.update", body, "message");
      found.content = readContent(body);
      found.updates++;
      return ok({ channel: found.channel, ts: found.ts });
    },
    "views.open": ({ body }) => {
      const trigger = textAt(body, "trigger_id") ?? "";
      const at = triggers.get(trigger);
      if (at === undefined) return no("invalid_trigger_id");
      if (Number.isNaN(at)) return no("exchanged_trigger_id");
      if (now() - at > TRIGGER_MS) return no("expired_trigger_id");
      triggers.set(trigger, Number.NaN);
      check("views.open", valueAt(body, "view"), "modal");
      views.push(valueAt(body, "view"));
      return ok({ view: { id: `V${String(++count).padStart(8, "0")}` } });
    },
    "views.push": (asked) => methods["views.open"]?.(asked) ?? no("unknown_method"),
    "users.info": ({ query: { user: id = "" } }) => {
      const user = users[id];
      if (!user) return no("user_not_found");
      const { name, email, ...rest } = user;
      const profile = { real_name: name, ...(scopes.includes("users:read.email") && email && { email }) };
      return ok({
        user: { id, team_id: "T0REEVE01", name: name.toLowerCase().replace(" ", "."), profile, ...rest },
      });
    },
    "users.lookupByEmail": ({ query: { email = "" } }) => {
      const found = Object.entries(users).find(([, user]) => user.email === email);
      return found ? ok({ user: { id: found[0], ...found[1] } }) : no("users_not_found");
    },
    "usergroups.users.list": ({ query: { usergroup = "" } }) => {
      const members = groups[usergroup];
      return members ? ok({ users: members }) : no("no_such_subteam");
    },
  };
  const NEEDS: Readonly<Record<string, string>> = {
    "chat.postMessage": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.update": "chat:write",
    "users.info": "users:read",
    "users.lookupByEmail": "users:read.email",
    "usergroups.users.list": "usergroups:read",
  };

  function post(body: unknown, user?: string): Answered {
    const channel = textAt(body, "channel") ?? "";
    if (!channels.includes(channel) && !(user === undefined && users[channel]))
      return no("channel_not_found");
    check(user === undefined ? "chat.postMessage" : "chat.postEphemeral", body, "message");
    const ts = `${Math.floor(now() / 1000)}.${String(++count).padStart(6, "0")}`;
    const thread = textAt(body, "thread_ts");
    if (thread !== undefined && !messages.some((one) => one.channel === channel && one.ts === thread))
      return no("thread_not_found");
    rule(
      thread === undefined || valueAt(body, "reply_broadcast") === true,
      "chat.postMessage: a reply that the channel is not shown",
    );
    messages.push({
      channel,
      ts,
      ...(thread !== undefined && { thread }),
      ...(user !== undefined && { user }),
      content: readContent(body),
      updates: 0,
    });
    return ok(user === undefined ? { channel, ts } : { message_ts: ts });
  }

  const vendor: Vendor = (asked) => {
    const { method, path, headers } = asked;
    if (path.startsWith("/commands/")) return method === "POST" ? respond(asked) : null;
    const name = path.replace("/api/", "");
    const run = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!path.startsWith("/api/") || !run) return no("unknown_method");
    if (headers["authorization"] !== `Bearer ${TOKEN}`) return no("invalid_auth");
    const needed = NEEDS[name];
    if (needed && !scopes.includes(needed)) return no("missing_scope", { needed, provided: scopes.join() });
    const json = headers["content-type"] === "application/json; charset=utf-8";
    rule(method === "GET" || asked.body === undefined || json, `${name}: JSON goes with its charset`);
    return run(asked);
  };

  const stub = await startVendor(vendor);
  return {
    ...stub,
    broken,
    messages,
    views,
    responseUrl(of = "command") {
      const path = `/commands/T0REEVE01/${++count}/96rGlfmibIGlgcZRskXaIFfN`;
      urls.set(path, { of, at: now(), sent: [] });
      return stub.url + path;
    },
    answersTo: (responseUrl) => urls.get(new URL(responseUrl).pathname)?.sent ?? [],
    trigger() {
      const id = `${++count}.47445629121.803a0bc887a14d10d2c447fce8b6703c`;
      triggers.set(id, now());
      return id;
    },
  };
}

const readContent = (body: unknown) => ({ text: valueAt(body, "text"), blocks: valueAt(body, "blocks") });
