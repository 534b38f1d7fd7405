// Tests that only the right people can decide with the bot's cards in Teams.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { once } from "../../src/base/once.ts";
import { control } from "../../src/cli/start/stack.ts";
import { playTeams, sendClick, type TeamsClick } from "../../src/sandbox/vendors/teams.ts";
import { textAt, valueAt } from "../../src/systems/reading/json.ts";
import { brokenCardRules } from "../channels/teams/limits.ts";
import { until } from "../support/until.ts";
import { startVendor, type VendorStub } from "../vendors/stub.ts";
import { RuledReeve } from "./ruled-reeve.ts";
import { ADA, GITA, HUGO, NORA } from "./tickets.ts";

const CAMPAIGN = "test-start-campaign";
const object = (n: number) => `5c2f7c1a-0000-4000-8000-00000000000${n}`;
const [NORAS, GITAS, HUGOS, ADAS, GUESTS, OTHERS, STRANGERS, HIDDEN, ANY, TWINS, NOBODYS] = Array.from(
  { length: 11 },
  (_, n) => object(n),
) as [string, string, string, string, string, string, string, string, string, string, string];

const played = await playTeams([
  // The settings name Nora by her object id: the email that Teams shows for her does not count.
  { aadObjectId: NORAS, email: "nora@other.example.com" },
  { aadObjectId: GITAS, email: GITA },
  { aadObjectId: HUGOS, email: HUGO },
  { aadObjectId: ADAS, email: ADA },
  { aadObjectId: GUESTS, email: GITA, userRole: "guest" },
  { aadObjectId: OTHERS, email: GITA, tenantId: "00000000-1111-4111-8111-000000000000" },
  { aadObjectId: STRANGERS, email: "stranger@example.com" },
  { aadObjectId: ANY, email: "anonymous@example.com", userRole: "anonymous" },
  // This person may only make requests.
  { aadObjectId: NOBODYS, email: "iris.vale@example.com" },
  // Somebody has given this account Nora's email.
  { aadObjectId: TWINS, email: NORA },
]);
let stub: VendorStub;
/** A key of the Bot Framework that is endorsed only for another channel. */
const webchat = await generateKeyPair("RS256");
const webchatKey = { ...(await exportJWK(webchat.publicKey)), kid: "webchat-key", endorsements: ["webchat"] };
const reeve = RuledReeve.forFile(async (stopped) => {
  stub = stopped(
    await startVendor((asked) => {
      const answer = played.take(asked);
      const keys = valueAt(answer, "body", "keys");
      return Array.isArray(keys) ? { status: 200, body: { keys: [webchatKey, ...keys] } } : answer;
    }),
  );
  return {
    enabled: [CAMPAIGN, "requested-action"],
    agents: { enabled: true },
    policy: { approvals: [{ when: "always", automations: [CAMPAIGN] }] },
    people: [
      { email: NORA, teams: NORAS.toUpperCase(), roles: ["approver", "operator"] },
      { email: GITA, roles: ["approver"] },
      { email: HUGO, roles: ["approver"] },
      { email: ADA, teams: ADAS, roles: ["requester", "approver"] },
      { email: "stranger@example.com", roles: ["approver"] },
      { email: "iris.vale@example.com", roles: ["requester"] },
      { everyone: "console", roles: ["admin"] },
    ],
    bindings: { ...(await played.at(stub.url)), REEVE_URL: "https://reeve.example.com" },
  };
});

/** Sends a ticket whose plan needs an approval. Reeve combines more than five cards a minute. @returns its run, with its card */
async function waiting(owner = HUGO) {
  const run = await reeve.planned(CAMPAIGN, { review: "Yearly", reviewOwner: owner });
  const card = await until("its card in Teams", () => cardOf(run.id));
  return { run, card };
}
/** A plan that nobody decides. */
const shared = once(waiting);
const cardOf = (run: string) =>
  played
    .played()
    .cards.find(({ card }) => JSON.stringify(card).includes(`https://reeve.example.com/runs/${run}`));
const titlesOf = (card: unknown): (string | undefined)[] =>
  [valueAt(card, "actions") ?? []].flat().map((action) => textAt(action, "title"));
const dataOf = (card: unknown): object => Object(valueAt([valueAt(card, "actions")].flat()[0], "data"));
const headOf = (card: unknown) =>
  textAt([valueAt([valueAt(card, "body")].flat()[0], "inlines")].flat()[0], "text");

/** The parts of a click that an attacker could change. */
interface Forgery extends Partial<TeamsClick> {
  /** Claims of the token that differ. */
  readonly claims?: JWTPayload;
  /** Signs the token instead of Teams. */
  readonly sign?: (claims: JWTPayload) => Promise<string> | string;
}

async function send(clicked: TeamsClick, { claims, sign = played.sign }: Forgery = {}): Promise<Response> {
  const token = await sign({ ...played.claims(), ...claims });
  return sendClick(reeve.url, { ...played.played(), token }, clicked);
}

async function click(by: string, verb: string, card: unknown, more: Forgery & { reason?: string } = {}) {
  const { reason, activity = {} } = more;
  const data = { ...dataOf(card), ...(reason && { reason }) };
  const response = await send({ by, verb, data, activity }, more);
  const answer: unknown = response.headers.get("content-type")?.includes("json")
    ? await response.json()
    : null;
  const value = valueAt(answer, "value");
  return { status: response.status, said: typeof value === "string" ? value : "", card: value };
}

describe("a card in Teams", () => {
  it("is updated after an approval and rejects a second click, even if Teams was unavailable at first", async () => {
    stub.fail({ status: 503 }, { status: 429 });
    const { run, card } = await waiting();
    expect(brokenCardRules(card.card)).toEqual([]);
    expect(titlesOf(card.card)).toEqual(["Approve", "Deny", "Open in Reeve", "Open the ticket"]);
    const answer = await click(NORAS, "approve", card.card, { reason: "agreed with IT" });
    expect(answer.status).toBe(200);
    await reeve.until(run.id, ({ state }) => state === "done");
    expect(await reeve.story(run)).toContain(`approval.granted ${NORA}`);
    expect(JSON.stringify(await reeve.get(`runs/${run.id}`))).toContain("agreed with IT");
    const updated = await until("the card's update", () => {
      const now = cardOf(run.id);
      return now && headOf(now.card) !== "Approval needed" && titlesOf(now.card).length === 2 ? now : null;
    });
    expect(updated).toMatchObject({ at: card.at, id: card.id });
    expect(brokenCardRules(updated.card)).toEqual([]);
    const again = await click(GITAS, "deny", card.card);
    expect(JSON.stringify(again.card)).toContain("Your decision was not accepted: ");
    expect((await reeve.run(run.id)).state).toBe("done");
  });

  it("warns of equal names, lets an approver deny with a reason, and shows the reason on the new card", async () => {
    const twin = { id: "usr_twin", displayName: "Pike, Hugo", email: "twin@example.com" };
    await control(reeve.tenant, "POST", "users", { user: twin });
    const { run, card } = await waiting();
    expect(JSON.stringify(card)).toContain(
      "has the same name, or a similar one: Pike, Hugo (twin@example.com).",
    );
    const answer = await click(GITAS, "deny", card.card, { reason: "not this year" });
    expect(JSON.stringify(answer.card)).toContain("not this year");
    await reeve.until(run.id, ({ state }) => state === "rejected");
  });

  it("shows a plan that was already decided only to a person who may read its run", async () => {
    const { run, card } = await waiting();
    await click(GITAS, "deny", card.card);
    await reeve.until(run.id, ({ state }) => state === "rejected");
    for (const verb of ["approve", "deny", "withdraw", "follow_up_done"]) {
      const { said, card: shown } = await click(NOBODYS, verb, card.card);
      expect([verb, said, shown]).toEqual([verb, expect.stringContaining("was not accepted"), said]);
    }
    expect(valueAt((await click(NORAS, "deny", card.card)).card, "body")).toBeDefined();
  });

  it("can't approve a plan other than the one that it shows", async () => {
    const { run, card } = await shared();
    const data = { ...dataOf(card.card), hash: "0".repeat(64) };
    const answer = await send({ by: NORAS, verb: "approve", data });
    expect(await answer.text()).toContain("Your decision was not accepted: ");
    expect((await reeve.run(run.id)).state).toBe("awaiting_approval");
  });
});

describe("a plan can't be approved with a click in Teams by", () => {
  it.for<[string, string, RegExp, object?]>([
    ["the requester", ADAS, /asked for this/],
    ["a person whom the plan affects", HUGOS, /about you/],
    ["a guest with an approver's email", GUESTS, /can't match your Teams account/],
    ["a person from another tenant in a shared channel", OTHERS, /can't match your Teams account/],
    ["an anonymous person", ANY, /can't match your Teams account/],
    ["a person who is not in the team", HIDDEN, /can't match your Teams account/],
    ["an account with the email of a person whom the settings name by object id", TWINS, /can't match/],
    ["an approver who is not a governance user", STRANGERS, /not a user of the governance service/],
    [
      "an account that sends an approver's object id instead of its own",
      GITAS,
      /can't match your Teams account/,
      { from: { id: `29:1${STRANGERS}`, aadObjectId: GITAS } },
    ],
  ])("%s", async ([, by, why, activity = {}]) => {
    const { run, card } = await shared();
    const answer = await click(by, "approve", card.card, { activity });
    expect(answer).toMatchObject({ status: 200, said: expect.stringMatching(why) });
    expect((await reeve.run(run.id)).state).toBe("awaiting_approval");
  });
});

describe("the bot's endpoint rejects with 401", () => {
  const sign = (header: { alg: string; kid?: string }) => async (claims: JWTPayload) => {
    const { privateKey } = await generateKeyPair(header.alg);
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  };
  const signWebchat = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "webchat-key" }).sign(webchat.privateKey);
  const hmac = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "teams-key-1" }).sign(new Uint8Array(32));
  const channelData = { tenant: { id: "00000000-1111-4111-8111-000000000000" } };
  it.for<[string, Forgery]>([
    ["a token signed with another key", { sign: sign({ alg: "RS256", kid: "teams-key-1" }) }],
    ["a token whose key is endorsed only for another channel", { sign: signWebchat }],
    ["a token without an algorithm", { sign: (claims) => new UnsecuredJWT(claims).encode() }],
    ["a token signed with a secret", { sign: hmac }],
    ["a token with another algorithm", { sign: sign({ alg: "ES256", kid: "teams-key-1" }) }],
    ["no token", { sign: () => "" }],
    ["another bot's token", { claims: { aud: "another-bot" } }],
    ["another issuer's token", { claims: { iss: "https://sts.windows.net/x/" } }],
    ["an expired token", { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ["a token that is not valid yet", { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }],
    ["a token for another service", { claims: { serviceurl: "https://smba.trafficmanager.net/emea/" } }],
    ["a token without a service", { claims: { serviceurl: undefined } }],
    [
      "a service that is not Teams'",
      { claims: { serviceurl: "https://evil.example/" }, activity: { serviceUrl: "https://evil.example/" } },
    ],
    ["another channel", { activity: { channelId: "webchat" } }],
    ["another tenant", { activity: { channelData } }],
    ["no tenant", { activity: { channelData: {}, conversation: { id: "19:c" } } }],
  ])("%s", async ([, more]) => {
    expect((await click(NORAS, "approve", null, more)).status).toBe(401);
  });
});

it("after rejected tokens, the page of the source teams advises comparing ids, not checking a secret", async () => {
  const page = () => fetch(new URL("/sources/teams", reeve.url)).then((response) => response.text());
  await expect.poll(page).toContain("compare the ids and addresses");
  expect(await page()).not.toContain("check the secret");
});

it("a requester can confirm an agent's request in a chat with the bot, and another person can't", async () => {
  const agent = new Client({ name: "agent", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${ADA}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL("/mcp", reeve.url), { requestInit }));
  const input = { input: { connector: "GitHub MCP", role: "Owner", user: HUGO } };
  const { structuredContent } = await agent.callTool({
    name: "ask_connector-owner_add",
    arguments: input,
  });
  await agent.close();
  const run = textAt(structuredContent, "run") ?? "";
  const { at, card } = await until("its card", () => cardOf(run));
  expect(at).toBe(`a:${ADAS}`);
  expect(titlesOf(card)).toEqual(["Confirm", "Withdraw", "Open in Reeve"]);
  expect((await click(NORAS, "confirm", card)).said).toContain("Only the requester can decide this.");
  await click(ADAS, "confirm", card);
  await reeve.until(run, ({ state }) => state === "done");
});

it("a replayed click changes nothing", async () => {
  const { run, card } = await waiting();
  const replayed = { by: NORAS, verb: "deny", data: dataOf(card.card) };
  const sign = once(() => played.sign(played.claims()));
  for (let n = 0; n < 2; n++) await send(replayed, { sign });
  await reeve.until(run.id, ({ state }) => state === "rejected");
  expect((await reeve.story(run)).filter((entry) => entry.startsWith("approval.rejected"))).toHaveLength(1);
});

it("the bot responds to a message with 200, and to a malformed click with 422", async () => {
  expect((await click(NORAS, "", null, { activity: { type: "message" } })).status).toBe(200);
  expect((await click(NORAS, "delete_everything", null)).status).toBe(422);
});

it("while Teams is unavailable, a person who clicks is asked to try again", async () => {
  const { run, card } = await shared();
  stub.fail({ status: 503 });
  const { said } = await click(GITAS, "approve", card.card);
  expect(said).toBe("Reeve could not accept your decision just now. Please try again.");
  expect((await reeve.run(run.id)).state).toBe("awaiting_approval");
});
