// Microsoft Teams: verifies the activities that Reeve's bot receives, and signs in to the bot's API.
// Source: learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication
import { verifyToken } from "../base/remote-keys.ts";
import { ok } from "../base/result.ts";
import type { Variables } from "../env.ts";
import { type Address, defineApi, readAddress, readSet } from "./api/api.ts";
import { parseText, textAt } from "./reading/json.ts";
import { asBearer } from "./schemes/shared-secret.ts";
import { refuseToken } from "./schemes/token.ts";
import { type Entrance, refuse, type System, type Verify } from "./system.ts";

/** The variables of the bot. All are required. */
export const BOT_VARIABLES = [
  "TEAMS_BOT_ID",
  "TEAMS_BOT_SECRET",
  "TEAMS_TENANT_ID",
  "TEAMS_CHANNEL_ID",
] as const;

const ISSUER = "https://api.botframework.com";
/** The documented maximum difference between the clocks of the Bot Framework and a bot, in seconds. */
const CLOCK_SKEW_S = 5 * 60;

/**
 * The address of the bot's API, at a host of the public cloud or GCC. Source: microsoft.github.io/teams-sdk, "Service
 * URL Validation"
 */
const SERVICE: Address = {
  variable: "TEAMS_SERVICE_URL",
  hosts: [
    "smba.trafficmanager.net",
    "smba.onyx.prod.teams.trafficmanager.net",
    "smba.infra.gcc.teams.microsoft.com",
  ],
  path: /^(\/[\w-]+)*\/?$/,
};

const METADATA: Address = {
  variable: "TEAMS_OPENID_URL",
  hosts: ["login.botframework.com"],
  path: /^\/v1\/\.well-known\/openidconfiguration$/,
};

/**
 * Returns true for an address of Teams' service. Reeve sends nothing to that address: the check only rejects activities
 * from other services.
 */
function isService(address: string, env: Variables): boolean {
  const url = URL.parse(address);
  const isVendor = url?.protocol === "https:" && url.port === "" && SERVICE.hosts.includes(url.hostname);
  return isVendor || url?.origin === new URL(readAddress(SERVICE, env)).origin;
}

/**
 * Verifies the token of an activity, and that the activity is from Teams, from the service that the token names, and
 * from the configured tenant. The token does not cover the rest of the activity.
 */
const verify: Verify = async (delivery, _, now, env = {}) => {
  const token = asBearer(delivery);
  if (token === null) return refuse("signature_missing", "a bearer token", "none");
  const [audience, tenant] = [readSet("TEAMS_BOT_ID", env), readSet("TEAMS_TENANT_ID", env)];
  const read = await verifyToken(
    token,
    readAddress(METADATA, env),
    {
      algorithms: ["RS256"],
      issuer: ISSUER,
      audience,
      currentDate: new Date(now),
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ["exp", "serviceurl"],
    },
    ({ endorsements }) => Array.isArray(endorsements) && endorsements.includes("msteams"),
  );
  if (!read.ok) return refuseToken(read.reason, "a token from the Bot Framework for this bot");
  const parsed = parseText(delivery.body);
  const json = parsed.ok ? parsed.value.json : null;
  const service = textAt(json, "serviceUrl") ?? "";
  const tenants = [textAt(json, "conversation", "tenantId"), textAt(json, "channelData", "tenant", "id")];
  const named = tenants.filter((one) => one !== undefined);
  const wrong = [
    textAt(json, "channelId") !== "msteams" && "channelId",
    (service !== read.value["serviceurl"] || !isService(service, env)) && "serviceUrl",
    (named.length === 0 || named.some((one) => one !== tenant)) && "tenant",
  ].find(Boolean);
  if (wrong) return refuse("token_mismatch", "an activity of this tenant in Teams", `another ${wrong}`);
  return ok({ secret: 0, signed: null, parsed });
};

/**
 * The entry point for the bot's activities. It needs the secret with which the bot signs in for its own requests: if
 * the secret is not set, no activity is read.
 */
export const teamsEntrance: Entrance & { readonly verify: Verify } = {
  name: "teams",
  authentication: "signed",
  secretVariable: "TEAMS_BOT_SECRET",
  setUp: "Create an Azure Bot with the Microsoft Teams channel and this address as its messaging endpoint.",
  verify,
};

/** Microsoft Teams. Its requests are the bot's activities, not events: channels/teams/receive.ts handles them. */
export const teams: System = {
  name: "teams",
  title: "Microsoft Teams",
  sources: [],
  entrance: teamsEntrance,
  api: defineApi({
    address: SERVICE,
    variables: BOT_VARIABLES,
    end: { maxDays: 730 },
    authorize: ({ TEAMS_TENANT_ID, TEAMS_BOT_ID, TEAMS_BOT_SECRET }, signIn) =>
      signIn({
        address: { variable: "TEAMS_LOGIN_URL", hosts: ["login.microsoftonline.com"] },
        path: `/${encodeURIComponent(TEAMS_TENANT_ID)}/oauth2/v2.0/token`,
        id: TEAMS_BOT_ID,
        secret: TEAMS_BOT_SECRET.split(",")[0]?.trim() ?? "",
        scope: `${ISSUER}/.default`,
      }),
  }),
};
