import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ok } from "../../../src/base/result.ts";
import { readSlack, slackHandshake, slackVerify } from "../../../src/channels/slack/requests.ts";
import { again, formWith, interactionWith, readPayload } from "../../../src/cli/send/slack-forms.ts";
import { slack as sender } from "../../../src/sandbox/vendors/senders.ts";
import { bytes } from "../../../src/sandbox/vendors/signing.ts";
import { slackSecret } from "../../../src/systems/slack.ts";
import type { Source } from "../../../src/systems/system.ts";
import { dressed, NOW, recordings } from "../../systems/support/dressed.ts";
import { describeSource } from "../../systems/support/laws.ts";
import { recordedIn, requestTo } from "../../systems/support/vendor.ts";

const recorded = recordedIn("slack");
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const request = requestTo("slack");

/** Slack in the form of a source, although it is not one, so that the rules for all sources are tested with it. */
const asSource: Source = {
  ...slackSecret,
  authentication: "signed",
  verify: slackVerify,
  signsIds: true,
  parse: (delivery) => {
    const read = readSlack(delivery, null);
    if (!read.ok) return read;
    const id = "key" in read.value ? read.value.key : null;
    return ok([{ id, event: { ignored: read.value.kind }, payload: JSON.stringify(read.value) }]);
  },
};
describeSource(asSource, sender, recorded);

const form = (name: string): string => {
  const found = recordings(recorded).find((one) => one.name === name);
  if (!found) throw new Error(`there is no fixture ${name}`);
  return found.body;
};
const read = async (body: string | Uint8Array, appId: string | null = "A0REEVE01") =>
  readSlack(await dressed(sender, body), appId);

describe("the verification of Slack's requests", () => {
  const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";
  const AT = 1531420618;
  const BODY =
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
  const SIGNATURE = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
  const published = (headers: Readonly<Record<string, string>>) =>
    request({ ...FORM, ...headers }, { body: BODY });
  const believed = (headers: Readonly<Record<string, string>>) =>
    slackVerify(published(headers), [SECRET], AT * 1000);

  it("accepts the published example, which is read as a command", async () => {
    const delivery = published({ "x-slack-signature": SIGNATURE, "x-slack-request-timestamp": String(AT) });
    expect(await slackVerify(delivery, [SECRET], AT * 1000)).toMatchObject({
      ok: true,
      value: { secret: 0 },
    });
    expect(readSlack(delivery, null)).toMatchObject({
      ok: true,
      value: { kind: "command", text: "", user: { id: "U2CERLKJA" } },
    });
  });

  it.for([
    ["no time", {}, "timestamp_missing"],
    ["an empty time", { "x-slack-request-timestamp": "" }, "timestamp_missing"],
    ["a later time", { "x-slack-request-timestamp": String(AT + 1) }, "signature_mismatch"],
    ["the time in milliseconds", { "x-slack-request-timestamp": `${AT}000` }, "timestamp_malformed"],
    ["two times", { "x-slack-request-timestamp": `${AT}, ${AT}` }, "timestamp_malformed"],
  ] as const)("rejects the published example with %s", async ([, headers, check]) => {
    expect(await believed({ "x-slack-signature": SIGNATURE, ...headers })).toMatchObject({
      ok: false,
      reason: { check },
    });
  });

  it.for(["", "v0=", SIGNATURE.slice(3), SIGNATURE.replace("v0", "v1"), SIGNATURE.replace("v0=", "sha256=")])(
    "rejects the signature %j",
    async (signature) => {
      expect(
        await believed({ "x-slack-signature": signature, "x-slack-request-timestamp": String(AT) }),
      ).toMatchObject({ ok: false, reason: { check: "signature_malformed" } });
    },
  );

  it("rejects a body that was parsed and serialized again", async () => {
    const delivery = await dressed(sender, "text=a%20b&command=%2Freeve");
    const body = bytes(["text=a+b&command=%2Freeve"]);
    expect(await slackVerify({ ...delivery, body }, [sender.localSecret], NOW)).toMatchObject({
      reason: { check: "signature_mismatch" },
    });
  });
});

describe("Slack's certificate check", () => {
  const check = (body: string, method?: string) => slackHandshake(request(FORM, { body, method }));

  it("is answered with an empty response and status 200", () => {
    expect(check("ssl_check=1&token=xyzz0WbapA4vBCDEFasx0q6G")).toEqual({ status: 200 });
  });

  it.for(["", "ssl_check=0", "ssl_check", "ssl_check=", "ssl_check=11", "x=ssl_check%3D1", "{}"])(
    "is not confused with %j",
    (body) => expect(check(body)).toBeNull(),
  );

  it("must be a POST request", () => expect(check("ssl_check=1", "GET")).toBeNull());

  it.for(recordings(recorded))("added to $name disables the request, even if signed", async ({ body }) => {
    for (const bypass of [`ssl_check=1&${body}`, `${body}&ssl_check=1`, `${body}&%73sl_check=%31`]) {
      expect(check(bypass)).toEqual({ status: 200 });
      expect(await read(bypass)).toMatchObject({ ok: true, value: { kind: "ignored" } });
    }
  });

  it("in a form that is too long is not answered, and the form is ignored", async () => {
    const long = `ssl_check=1&${form("command.users")}&x=${"x".repeat(5000)}`;
    expect(check(long)).toBeNull();
    expect(await read(long)).toMatchObject({ ok: true, value: { kind: "ignored" } });
  });
});

describe("a slash command", () => {
  it("is read with its user, its text, and a key that includes the trigger", async () => {
    expect(await read(form("command.users"))).toEqual({
      ok: true,
      value: {
        kind: "command",
        key: "command:398738663002.47445629121.803a0bc887a14d10d2c447fce8b6703c",
        user: { id: "U0ADA0001", team: "T0REEVE01" },
        text: "users marsh department:Engineering",
        responseUrl: "https://hooks.slack.com/commands/T0REEVE01/397700885554/96rGlfmibIGlgcZRskXaIFfN",
        triggerId: "398738663002.47445629121.803a0bc887a14d10d2c447fce8b6703c",
      },
    });
  });

  it("is identified only by its trigger", async () => {
    const body = form("command.users");
    const key = async (text: string) => {
      const one = await read(text);
      return one.ok && "key" in one.value ? one.value.key : null;
    };
    expect(await key(formWith(body, { token: "another" }))).toBe(await key(body));
    expect(await key(again(body, "https://hooks.slack.com/commands/1", NOW))).not.toBe(await key(body));
  });

  it.for([
    ["of another app", { api_app_id: "A0OTHER01" }, "api_app_id"],
    ["without a user", { user_id: "" }, "user_id"],
    ["without a channel", { channel_id: "" }, "channel_id"],
    ["without a trigger", { trigger_id: "" }, "trigger_id"],
    ["without a response URL", { response_url: "" }, "response_url"],
    ["without its slash", { command: "reeve" }, "command"],
    ["with an additional payload", { payload: "{}" }, "both"],
  ] as const)("%s is rejected", async ([, fields, detail]) => {
    expect(await read(formWith(form("command.users"), fields))).toMatchObject({
      ok: false,
      reason: { detail: expect.stringContaining(detail) },
    });
  });

  it("without an app id is read only if no app is configured", async () => {
    const body = new URLSearchParams(form("command.users"));
    body.delete("api_app_id");
    expect(await read(body.toString(), null)).toMatchObject({ ok: true });
    expect(await read(body.toString())).toMatchObject({ ok: false });
  });

  it("contains the typed text unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        const typed = await read(formWith(form("command.help"), { text }));
        expect(typed).toMatchObject({ ok: true, value: { kind: "command", text: text.toWellFormed() } });
      }),
      { numRuns: 200 },
    );
  });
});

describe("a click", () => {
  const click = form("click.approve");
  const [action] = readPayload(click)["actions"] as readonly Record<string, unknown>[];

  it("is read with its user, its button and a key that includes the click's timestamp", async () => {
    expect(await read(click)).toEqual({
      ok: true,
      value: {
        kind: "click",
        key: "click:1781510411.482361:U0BRAM0001:approve",
        user: { id: "U0BRAM0001", team: "T0REEVE01" },
        button: "0190b5a4-7c1e-7e2a-9b1a-5f0c6d7e8f90",
        responseUrl: "https://hooks.slack.com/actions/T0REEVE01/497700885554/06rGlfmibIGlgcZRskXaIFfN",
        triggerId: "498738663015.47445629121.903a0bc887a14d10d2c447fce8b6703d",
        metadata: null,
      },
    });
  });

  it("in a modal of an organization has no team and no response URL", async () => {
    const elsewhere = interactionWith(click, {
      team: null,
      enterprise: { id: "E0ORG0001" },
      user: { id: "W0BRAM0001" },
      channel: undefined,
      message: undefined,
      container: { type: "view", view_id: "V1" },
      response_url: undefined,
    });
    expect(await read(elsewhere)).toMatchObject({
      value: {
        user: { id: "W0BRAM0001", team: null },
        responseUrl: null,
      },
    });
  });

  it.for([
    ["a link button", { ...action, value: undefined, url: "https://reeve.example.com" }],
    ["a menu", { ...action, type: "static_select", selected_option: { value: "x" } }],
  ] as const)("on %s is ignored", async ([, other]) => {
    expect(await read(interactionWith(click, { actions: [other] }))).toMatchObject({
      ok: true,
      value: { kind: "ignored" },
    });
  });

  it.for([
    ["no button", { actions: [] }],
    ["two buttons at the same time", { actions: [action, action] }],
    ["a button without a time", { actions: [{ ...action, action_ts: undefined }] }],
    ["a button without a user", { user: null }],
    ["a button of another app", { api_app_id: "A0OTHER01" }],
  ] as const)("on %s is rejected", async ([, members]) => {
    expect(await read(interactionWith(click, members))).toMatchObject({ ok: false });
  });
});

describe("a submitted modal", () => {
  const submission = form("submission.approve");
  const view = readPayload(submission)["view"] as Record<string, unknown>;

  it("is read with its user, its values, and a key that includes the view", async () => {
    expect(await read(submission)).toEqual({
      ok: true,
      value: {
        kind: "submission",
        key: "submission:V0DECISION1:1781510420.aBcD1234",
        user: { id: "U0BRAM0001", team: "T0REEVE01" },
        metadata: "0190b5a4-7c1e-7e2a-9b1a-5f0c6d7e8f90",
        values: { comment: "Agreed with IT." },
      },
    });
  });

  it.for([
    [{ comment: { comment: { value: null } } }, {}],
    [{ comment: { comment: { value: "" } } }, {}],
    [{}, {}],
    [
      { comment: { comment: { value: null }, other: {} }, why: { why: { value: "later" } } },
      { why: "later" },
    ],
    [{ day: { day: { type: "datepicker", selected_date: "2099-12-31" } } }, { day: "2099-12-31" }],
    [{ one: { one: { selected_option: { value: "a" } }, none: { selected_option: null } } }, { one: "a" }],
    [{ all: { all: { selected_options: [{ value: "a" }, { value: "b" }] } } }, { all: ["a", "b"] }],
  ] as const)("with %j has the values %j", async ([values, said]) => {
    const sent = await read(interactionWith(submission, { view: { ...view, state: { values } } }));
    expect(sent).toMatchObject({ ok: true });
    expect(sent.ok && "values" in sent.value && sent.value.values).toEqual(said);
  });

  it.for([
    ["without its state", { view: { ...view, state: undefined } }],
    ["without its hash", { view: { ...view, hash: "" } }],
    ["with a value that is not text", { view: { ...view, state: { values: { a: { b: { value: 1 } } } } } }],
    ["of another app", { api_app_id: "A0OTHER01" }],
  ] as const)("%s is rejected", async ([, members]) => {
    expect(await read(interactionWith(submission, members))).toMatchObject({ ok: false });
  });
});

it.for(["shortcut", "message_action"])("a %s is read with its user and its modal trigger", async (type) => {
  expect(await read(interactionWith(form("shortcut.ask"), { type }))).toEqual({
    ok: true,
    value: {
      kind: "shortcut",
      key: "shortcut:598738663019.47445629121.a03a0bc887a14d10d2c447fce8b6703e",
      user: { id: "U0ADA0001", team: "T0REEVE01" },
      responseUrl: null,
      triggerId: "598738663019.47445629121.a03a0bc887a14d10d2c447fce8b6703e",
    },
  });
});

it("a suggestion request is read with its user and the typed text", async () => {
  const typed = interactionWith(form("shortcut.ask"), { type: "block_suggestion", value: " hugo " });
  expect(await read(typed)).toEqual({
    ok: true,
    value: { kind: "suggestion", user: { id: "U0ADA0001", team: "T0REEVE01" }, words: "hugo" },
  });
});

it("a message action is read with the text of its message on one line", async () => {
  const message = { type: "message", text: "Nobody uses\nthe tool" };
  expect(
    await read(interactionWith(form("shortcut.ask"), { type: "message_action", message })),
  ).toMatchObject({
    value: { kind: "shortcut", text: "Nobody uses the tool" },
  });
});

describe("a Slack request", () => {
  it.for(["view_closed", "dialog_suggestion", "__proto__", "constructor", ""])(
    "with an interaction of type %j is ignored",
    async (type) => {
      expect(await read(formWith("", { payload: JSON.stringify({ type }) }))).toMatchObject({
        ok: true,
        value: { kind: "ignored" },
      });
    },
  );

  it.for(["", "null", "[]", "{", '"block_actions"', `{"a":${"[".repeat(100)}${"]".repeat(100)}}`])(
    "with the payload %j is rejected",
    async (payload) => {
      expect(await read(formWith("", { payload }))).toMatchObject({
        ok: false,
        reason: { detail: expect.stringMatching(/^payload: /) },
      });
    },
  );

  it("with a body that is not a form is rejected", async () => {
    const delivery = await dressed(sender, form("command.users"));
    for (const type of ["application/json", "multipart/form-data; boundary=x", ""]) {
      const headers = new Headers({ "content-type": type });
      expect(readSlack({ ...delivery, headers }, null)).toMatchObject({ ok: false });
    }
    expect(await read(Uint8Array.of(0xff, 0xfe))).toMatchObject({ ok: false });
  });
});

it("Slack's handshake for Event Subscriptions is rejected with a reason", async () => {
  const body = JSON.stringify({
    type: "url_verification",
    challenge: "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P",
  });
  const read = readSlack(await dressed(sender, body, {}, { "content-type": "application/json" }));
  expect(read).toMatchObject({ reason: { detail: expect.stringContaining("not for Event Subscriptions") } });
});
