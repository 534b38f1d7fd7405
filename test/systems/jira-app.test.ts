import { expect, it } from "vitest";
import { jiraApp as sender } from "../../src/cli/send/senders.ts";
import { sourceNamed } from "../support/source-named.ts";
import { describeSource, dressed, eventOf, NOW, type Recorded, recordings, said } from "./laws.ts";

const jira = sourceNamed("jira");
const jiraApp = sourceNamed("jira-app");

const recorded: Recorded = import.meta.glob("../fixtures/jira-app/*", {
  query: "?raw",
  import: "default",
  eager: true,
});
describeSource(jiraApp, sender, recorded);

const MINUTE = 60_000;
const withToken = async (token: string) => {
  const delivery = await dressed(sender, "{}");
  delivery.headers.set("authorization", `Bearer ${token}`);
  return delivery;
};
const part = (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });
const tokenOf = async (header: object, claims: object, hash = "SHA-256") => {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(sender.localSecret),
    { name: "HMAC", hash },
    false,
    ["sign"],
  );
  const text = `${part(header)}.${part(claims)}`;
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
  return `${text}.${mac.toBase64({ alphabet: "base64url", omitPadding: true })}`;
};
const exp = NOW / 1000 + 60;
const hashOf = async (request: string) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(request))).toHex();

it("believes a token until it expires, and a minute longer for clocks that differ", async () => {
  const at = (now: number) =>
    dressed(sender, "{}").then((delivery) => jiraApp.verify(delivery, [sender.localSecret], now));
  expect(await at(NOW + 3.9 * MINUTE)).toMatchObject({ ok: true, value: { signed: null } });
  expect(await at(NOW + 4.1 * MINUTE)).toEqual({ ok: false, reason: { check: "timestamp_stale" } });
});

it.for<[string, Promise<string>, string]>([
  ["signed with nothing", Promise.resolve(`${part({ alg: "none" })}.${part({ exp })}.`), "token_refused"],
  ["that says it is not signed", tokenOf({ alg: "none" }, { exp }), "token_refused"],
  ["of HS512", tokenOf({ alg: "HS512" }, { exp }, "SHA-512"), "token_refused"],
  ["of another algorithm than it says", tokenOf({ alg: "RS256" }, { exp }), "token_refused"],
  ["that never expires", tokenOf({ alg: "HS256" }, {}), "token_refused"],
  ["that is not valid yet", tokenOf({ alg: "HS256" }, { exp: exp + 900, nbf: exp + 600 }), "token_refused"],
  [
    "that lives for longer than a quarter of an hour",
    tokenOf({ alg: "HS256" }, { exp: exp + 1_000 }),
    "token_refused",
  ],
  [
    "for another request",
    tokenOf({ alg: "HS256" }, { exp, qsh: await hashOf("POST&/hooks/jira&") }),
    "token_refused",
  ],
  ["for no certain request", tokenOf({ alg: "HS256" }, { exp, qsh: "context-qsh" }), "token_refused"],
  ["that is none", Promise.resolve("abc"), "token_refused"],
  ["of four parts", tokenOf({ alg: "HS256" }, { exp }).then((token) => `${token}.x`), "token_refused"],
  [
    "with an extension that is not known",
    tokenOf({ alg: "HS256", crit: ["x"], x: 1 }, { exp }),
    "token_refused",
  ],
  ["whose claims are no object", tokenOf({ alg: "HS256" }, [exp]), "token_refused"],
  ["whose time is a text", tokenOf({ alg: "HS256" }, { exp: String(exp) }), "token_refused"],
  ["that is valid from a text on", tokenOf({ alg: "HS256" }, { exp, nbf: "0" }), "token_refused"],
  ["that was issued at a text", tokenOf({ alg: "HS256" }, { exp, iat: "0" }), "token_refused"],
  ["that has expired", tokenOf({ alg: "HS256" }, { exp: exp - 3_600 }), "timestamp_stale"],
])("refuses a token %s", async ([, token, check]) => {
  expect(await jiraApp.verify(await withToken(await token), [sender.localSecret], NOW)).toEqual({
    ok: false,
    reason: { check },
  });
});

it("says of a token by another secret no more than that", async () => {
  const expired = await withToken(await tokenOf({ alg: "HS256" }, { exp: exp - 3_600 }));
  expect(await jiraApp.verify(expired, ["another-client-secret-altogether"], NOW)).toEqual({
    ok: false,
    reason: { check: "token_refused" },
  });
});

it("takes a token that is for this very request", async () => {
  const qsh = await hashOf("POST&/hooks/jira-app&a=1%202,3&b%28=");
  const delivery = await withToken(await tokenOf({ alg: "HS256" }, { exp, qsh }));
  const url = new URL("https://reeve.example.com/hooks/jira-app/?b(=&jwt=x&a=3&a=1+2");
  expect(await jiraApp.verify({ ...delivery, url }, [sender.localSecret], NOW)).toMatchObject({ ok: true });
});

it("refuses the signature of an administrator's webhook", async () => {
  const delivery = await dressed(sender, "{}");
  delivery.headers.delete("authorization");
  delivery.headers.set("x-hub-signature", "sha256=00");
  expect(await jiraApp.verify(delivery, [sender.localSecret], NOW)).toEqual({
    ok: false,
    reason: { check: "secret_missing" },
  });
});

it.for(recordings(recorded))(
  "reads $name as an administrator's webhook is read",
  async ({ body, headers }) => {
    const delivery = await dressed(sender, body, {}, headers);
    const parsed = jiraApp.parse(delivery, NOW);
    expect(parsed).toMatchObject({ ok: true, value: [{ id: "delivery-1" }] });
    expect(parsed).toEqual(jira.parse(delivery, NOW));
  },
);

it("is about the same tickets as the other senders of Jira", async () => {
  expect(await eventOf(jiraApp, sender, recorded, "issue_updated.transitioned")).toMatchObject({
    type: "ticket.transitioned",
    subject: "jira:10427",
    ticket: { system: "jira", key: "IAM-42", status: { from: "Waiting for approval", to: "Approved" } },
  });
  expect(await eventOf(jiraApp, sender, recorded, "issue_created")).toMatchObject({ type: "ticket.created" });
  expect(await eventOf(jiraApp, sender, recorded, "comment_created")).toMatchObject({
    type: "ticket.commented",
  });
});

it("is known by its bytes where Jira sends no id", async () => {
  expect(
    await said(jiraApp, { ...sender, sign: async () => ({ headers: {} }) }, recorded, "issue_created"),
  ).toMatchObject([{ id: null }]);
});
