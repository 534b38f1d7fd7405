// Simulates Microsoft Teams for the local stack and tests: signs activities with its own keys, and accepts the bot's
// cards by the documented rules. It shares no code with src/systems/teams.ts.
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { textAt, valueAt } from "../../systems/reading/json.ts";
import { serve, tokenFor, type Vendor } from "./serve.ts";

const TENANT = "7a1c0d52-3b8e-4f6a-9d21-5e0c4b7f8a90";
export const BOT = { id: "b07c5a1e-9f34-4d0b-8c67-2a1e6d5f4b38", secret: "local-teams-bot-secret" } as const;
const CHANNEL = "19:reeve-approvals@thread.tacv2";
const ISSUER = "https://api.botframework.com";
const DAY_S = 24 * 60 * 60;
const [TOKEN, TEAM, KEY] = ["the-bots-access-token", "19:reeve-team@thread.tacv2", "teams-key-1"] as const;

/**
 * A member of the team, with the properties that Teams returns. The member's account id is derived from the object id.
 */
export interface TeamsMember {
  readonly aadObjectId: string;
  readonly email: string;
  readonly userRole?: "user" | "guest" | "anonymous";
  readonly tenantId?: string;
}

/** A click on a card's button. */
export interface TeamsClick {
  /** The object id of the person who clicks. */
  readonly by: string;
  readonly verb: string;
  readonly data: object;
  /** Properties that replace those of the simulated activity. */
  readonly activity?: object;
}

/**
 * Makes a simulation of Teams. Its method `at` starts the simulation at an address.
 * @param members The people of the team
 */
export async function playTeams(members: readonly TeamsMember[]) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const key = {
    ...(await exportJWK(publicKey)),
    kid: KEY,
    use: "sig",
    alg: "RS256",
    endorsements: ["msteams"],
  };
  /** The cards, the newest version of each. `at` is the id of the card's conversation. */
  const cards = new Map<string, { readonly at: string; readonly id: string; readonly card: unknown }>();
  let [url, token] = ["", ""];
  const post = (at: string, activity: unknown, id = `17815100${cards.size}`) => {
    const card = valueAt([valueAt(activity, "attachments")].flat()[0], "content");
    cards.set(`${at} ${id}`, { at, id, card });
    return id;
  };
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: KEY, typ: "JWT" }).sign(privateKey);
  const claims = (): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    return { iss: ISSUER, aud: BOT.id, serviceurl: `${url}/amer/`, nbf: now, exp: now + DAY_S };
  };
  /** Returns the data for `npm run send`: the cards, the people, a token to click with, and the service's URL. */
  const played = () => ({ cards: [...cards.values()], members, token, service: `${url}/amer/` });

  const take: Vendor = ({ method, path, headers, body }) => {
    const documents = new Map<string, () => unknown>([
      ["/v1/.well-known/openidconfiguration", () => ({ issuer: ISSUER, jwks_uri: `${url}/v1/keys` })],
      ["/v1/keys", () => ({ keys: [key] })],
      ["/played", played],
    ]);
    const document = documents.get(path);
    if (document) return { status: 200, body: document() };
    if (path === `/${TENANT}/oauth2/v2.0/token`)
      return textAt(body, "scope") === `${ISSUER}/.default`
        ? tokenFor(method, body, BOT.id, BOT.secret, TOKEN)
        : { status: 400, body: { error: "invalid_scope" } };
    if (!path.startsWith("/teams/v3/conversations")) return null;
    if (headers["authorization"] !== `Bearer ${TOKEN}`) return { status: 401 };
    const [at, kind, id] = path.split("/").slice(4).map(decodeURIComponent);
    if (at === undefined) {
      if (valueAt(body, "isGroup") !== true)
        return { status: 201, body: { id: `a:${textAt([valueAt(body, "members")].flat()[0], "id")}` } };
      if (textAt(body, "channelData", "channel", "id") !== CHANNEL) return { status: 404 };
      const thread = `${CHANNEL};messageid=${cards.size}`;
      return { status: 201, body: { id: thread, activityId: post(thread, valueAt(body, "activity")) } };
    }
    if (kind === "members") {
      const member = members.find(({ aadObjectId }) => at === TEAM && id === accountOf(aadObjectId));
      const usual = { id, userPrincipalName: member?.email, userRole: "user", tenantId: TENANT };
      return member ? { status: 200, body: { ...usual, ...member } } : { status: 404 };
    }
    if (kind !== "activities" || (method === "PUT" && !cards.has(`${at} ${id}`))) return { status: 404 };
    return { status: 200, body: { id: post(at, body, id) } };
  };

  return {
    take,
    sign,
    claims,
    played,
    /** Starts the simulation at an address. @returns the variables with which Reeve reaches it */
    async at(address: string): Promise<Record<string, string>> {
      url = address;
      token = await sign(claims());
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
  };
}
export type Played = ReturnType<Awaited<ReturnType<typeof playTeams>>["played"]>;

/** The sample people who are in the local stack's team. */
const SAMPLE = ["nora.field", "gita.lund", "hugo.pike", "iris.vale", "ada.marsh"].map((name, n) => ({
  aadObjectId: `5c2f7c1a-0000-4000-8000-00000000000${n}`,
  email: `${name}@example.com`,
}));

/** Serves Teams for the local stack, or returns `null` if the user's own variables name a bot or workflow. */
export async function startTeams(own: Readonly<Record<string, string>>) {
  if ("TEAMS_BOT_ID" in own || "TEAMS_WEBHOOK_URL" in own) return null;
  const teams = await playTeams(SAMPLE);
  const { url, stop } = await serve(teams.take);
  return { variables: await teams.at(url), stop };
}

const accountOf = (object: string): string => `29:1${object}`;

/** Sends the activity of a click to Reeve as Teams would, with the token of the simulation. */
export const sendClick = (
  reeve: URL,
  { service: serviceUrl, token }: Pick<Played, "service" | "token">,
  { by, verb, data, activity }: TeamsClick,
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
