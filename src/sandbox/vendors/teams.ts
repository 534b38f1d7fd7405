// Plays Microsoft Teams for the local stack and the tests: signs activities with its own keys, and takes the bot's cards
// by the documented rules. It shares no code with src/systems/teams.ts.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { textAt, valueAt } from "../../systems/reading/json.ts";
import { type Answered, serve, tokenFor, type VendorRequest } from "./serve.ts";

const TENANT = "7a1c0d52-3b8e-4f6a-9d21-5e0c4b7f8a90";
export const BOT = { id: "b07c5a1e-9f34-4d0b-8c67-2a1e6d5f4b38", secret: "local-teams-bot-secret" } as const;
const CHANNEL = "19:reeve-approvals@thread.tacv2";
const DAY_S = 24 * 60 * 60;
const [TOKEN, TEAM, KEY] = ["the-bots-access-token", "19:reeve-team@thread.tacv2", "teams-key-1"] as const;

/** A member of the team. The id of the account follows from the object id. */
export interface TeamsMember {
  readonly object: string;
  readonly email: string;
  readonly role?: "user" | "guest" | "anonymous";
  readonly tenant?: string;
}

/** A click on a card's button, with what an attacker could change. */
export interface TeamsClick {
  readonly by: string;
  readonly verb: string;
  readonly data: object;
  /** Properties of the activity that differ. */
  readonly activity?: object;
  /** Claims of the token that differ. */
  readonly claims?: JWTPayload;
  /** Signs the token instead of Teams. */
  readonly sign?: (claims: JWTPayload) => Promise<string> | string;
}

/** A card in the channel or in a chat. `at` is the id of its conversation. */
export interface PostedCard {
  readonly at: string;
  readonly id: string;
  readonly card: unknown;
}

/** Plays Teams at an address. @param members The people of the team */
export async function playTeams(
  members: readonly TeamsMember[],
  endorsements: readonly string[] = ["msteams"],
) {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: KEY, use: "sig", alg: "RS256", endorsements };
  const cards = new Map<string, PostedCard>();
  let [url, token] = ["", ""];
  const post = (at: string, activity: unknown, id = `17815100${cards.size}`) => {
    cards.set(`${at} ${id}`, {
      at,
      id,
      card: valueAt([valueAt(activity, "attachments")].flat()[0], "content"),
    });
    return id;
  };
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: KEY, typ: "JWT" }).sign(privateKey);

  function take({ method, path, headers, body }: VendorRequest): Answered | null {
    if (path === "/v1/.well-known/openidconfiguration")
      return { status: 200, body: { issuer: "https://api.botframework.com", jwks_uri: `${url}/v1/keys` } };
    // For `npm run send`: the cards, and a token with which it clicks.
    if (path === "/played")
      return { status: 200, body: { cards: [...cards.values()], members, token, service: service(url) } };
    if (path === "/v1/keys") return { status: 200, body: { keys: [key] } };
    if (path === `/${TENANT}/oauth2/v2.0/token`)
      return textAt(body, "scope") === "https://api.botframework.com/.default"
        ? tokenFor(method, body, BOT.id, BOT.secret, TOKEN)
        : { status: 400, body: { error: "invalid_scope" } };
    const [, rest] = /^\/teams\/v3\/conversations(\/.*)?$/.exec(path) ?? [];
    if (!path.startsWith("/teams/v3/conversations")) return null;
    if (headers["authorization"] !== `Bearer ${TOKEN}`)
      return { status: 401, body: { error: { code: "BotNotAuthorized" } } };
    const [at = "", kind, id] = (rest ?? "").split("/").slice(1).map(decodeURIComponent);
    if (method === "POST" && at === "") {
      if (valueAt(body, "isGroup") !== true)
        return { status: 201, body: { id: `a:${textAt([valueAt(body, "members")].flat()[0], "id")}` } };
      if (textAt(body, "channelData", "channel", "id") !== CHANNEL) return { status: 404 };
      const thread = `${CHANNEL};messageid=${cards.size}`;
      return { status: 201, body: { id: thread, activityId: post(thread, valueAt(body, "activity")) } };
    }
    if (method === "GET" && kind === "members") {
      const member = members.find(({ object }) => id === accountOf(object));
      if (!member || at !== TEAM)
        return { status: 404, body: { error: { code: "MemberNotFoundInConversation" } } };
      const { object: aadObjectId, email, role: userRole = "user", tenant: tenantId = TENANT } = member;
      return { status: 200, body: { id, aadObjectId, email, userPrincipalName: email, userRole, tenantId } };
    }
    if (kind !== "activities" || (method === "PUT" && !cards.has(`${at} ${id}`))) return { status: 404 };
    return { status: 200, body: { id: post(at, body, id) } };
  }

  return {
    take,
    sign,
    /** The cards, the newest version of each. */
    cards: (): readonly PostedCard[] => [...cards.values()],
    /** Starts to play at an address. @returns the variables with which Reeve reaches it */
    async at(address: string): Promise<Record<string, string>> {
      url = address;
      token = await sign(claimsFor(service(url)));
      return {
        TEAMS_BOT_ID: BOT.id,
        TEAMS_BOT_SECRET: BOT.secret,
        TEAMS_TENANT_ID: TENANT,
        TEAMS_CHANNEL_ID: CHANNEL,
        TEAMS_SERVICE_URL: `${url}/teams`,
        TEAMS_LOGIN_URL: url,
        TEAMS_OPENID_URL: `${url}/v1/.well-known/openidconfiguration`,
      };
    },
    /** Clicks a button. @returns Reeve's response */
    async click(reeve: URL, click: TeamsClick): Promise<Response> {
      const { claims, sign: other = sign } = click;
      return sendClick(reeve, service(url), await other({ ...claimsFor(service(url)), ...claims }), click);
    },
  };
}

/** The people of the sample who are in the local stack's team. */
const SAMPLE: readonly TeamsMember[] = ["nora.field", "gita.lund", "hugo.pike", "iris.vale", "ada.marsh"].map(
  (name, n) => ({
    object: `5c2f7c1a-0000-4000-8000-00000000000${n}`,
    email: `${name}@example.com`,
  }),
);

/** Serves Teams for the local stack, unless the user's own variables name a bot or workflow. */
export async function startTeams(own: Readonly<Record<string, string>>) {
  if ("TEAMS_BOT_ID" in own || "TEAMS_WEBHOOK_URL" in own) return null;
  const played = await playTeams(SAMPLE);
  const { url, stop } = await serve(played.take);
  return { variables: await played.at(url), stop };
}

const service = (url: string): string => `${url}/amer/`;
const accountOf = (object: string): string => `29:1${object}`;

function claimsFor(serviceurl: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return { iss: "https://api.botframework.com", aud: BOT.id, serviceurl, nbf: now, exp: now + DAY_S };
}

/** Sends the activity of a click as Teams sends it, with its token. */
export const sendClick = (
  reeve: URL,
  serviceUrl: string,
  token: string,
  { by, verb, data, activity = {} }: TeamsClick,
): Promise<Response> =>
  fetch(new URL("/hooks/teams", reeve), {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      type: "invoke",
      name: "adaptiveCard/action",
      id: crypto.randomUUID(),
      channelId: "msteams",
      serviceUrl,
      from: { id: accountOf(by), aadObjectId: by },
      conversation: { id: CHANNEL, tenantId: TENANT, conversationType: "channel" },
      channelData: { tenant: { id: TENANT }, team: { id: TEAM }, source: { name: "message" } },
      value: { action: { type: "Action.Execute", verb, data }, trigger: "manual" },
      ...activity,
    }),
  });
