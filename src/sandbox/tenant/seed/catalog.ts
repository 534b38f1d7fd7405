// Makes catalog entries of the lines of the sample catalog.
import type { CatalogEntry } from "../../../governance/contract/mcp-catalog.ts";
import { CATALOG_LINES, type CatalogLine, type SignIn } from "./catalog-data.ts";

type AuthMode = NonNullable<CatalogEntry["authModes"]>[number];
type ConfigField = NonNullable<NonNullable<CatalogEntry["configSchema"]>["fields"]>[number];

const OAUTH: ReadonlySet<SignIn> = new Set(["oauth", "oauth_registered", "client_credentials", "jwt_bearer"]);

function entry([service, displayName, description, signIn, scopes, stable]: CatalogLine): CatalogEntry {
  const site = `https://${service}.example`;
  const oauth = signIn.some((way) => OAUTH.has(way));
  const interactive = signIn.some((way) => way === "oauth" || way === "oauth_registered");
  return {
    id: `mcp_${service.replaceAll("-", "_")}`,
    serviceName: service,
    displayName,
    description,
    iconUrl: `${site}/icon.svg`,
    baseUrl: `${site}/mcp`,
    stable,
    defaultAuthorizeUrl: interactive ? `${site}/oauth/authorize` : "",
    defaultTokenUrl: oauth ? `${site}/oauth/token` : "",
    defaultScopes: [...scopes],
    supportedOauth2Modes: signIn.flatMap((way) => (OAUTH.has(way) ? [grantOf(way)] : [])),
    authModes: signIn.map((way) => authMode(way, site, scopes)),
    configSchema: { fields: signIn.flatMap((way) => configFields(way)) },
  };
}

/** Values of `oauth2Grant`, `supportedOauth2Modes`, `pkce` and `authStyle` are not shown; these are ours. */
const grantOf = (way: SignIn): string =>
  way === "oauth" || way === "oauth_registered" ? "authorization_code" : OAUTH.has(way) ? way : "";

function authMode(way: SignIn, site: string, scopes: readonly string[]): AuthMode {
  const oauth = OAUTH.has(way);
  const interactive = grantOf(way) === "authorization_code";
  return {
    authStyle: oauth ? "oauth2" : way,
    authorizeUrl: interactive ? `${site}/oauth/authorize` : "",
    tokenUrl: oauth ? `${site}/oauth/token` : "",
    credentialUrl: way === "none" || way === "passthrough" ? "" : `${site}/settings/credentials`,
    issuerUrl: oauth ? site : "",
    description: DESCRIPTIONS[way],
    header: way === "api_key" ? "x-api-key" : way === "token" || way === "passthrough" ? "Authorization" : "",
    jwtAudience: way === "jwt_bearer" ? `${site}/oauth/token` : "",
    oauth2Grant: grantOf(way),
    pkce: interactive ? "S256" : "",
    passthrough: way === "passthrough",
    scopes: oauth ? [...scopes] : [],
    extraAuthorizeParams: interactive ? { prompt: "consent" } : {},
    extraTokenParams: oauth ? { audience: `${site}/mcp` } : {},
  };
}

const DESCRIPTIONS: Readonly<Record<SignIn, string>> = {
  oauth: "Sign in with your account.",
  oauth_registered: "Sign in with your account; the client registers itself.",
  client_credentials: "An application signs in for itself.",
  jwt_bearer: "An application signs in with a key of its own.",
  token: "A personal access token.",
  api_key: "An API key.",
  passthrough: "The token of the caller is passed on.",
  none: "Open to everyone.",
};

const field = (name: string, displayName: string, description: string, secret: boolean): ConfigField => ({
  name,
  displayName,
  description,
  placeholder: secret ? "Paste it here" : "For example: default",
  default: secret ? "" : "default",
  required: secret,
  secret,
});

function configFields(way: SignIn): ConfigField[] {
  switch (way) {
    case "oauth":
      return [
        field("client_secret", "Client secret", "Of the application you registered.", true),
        field("workspace", "Workspace", "The workspace to connect.", false),
      ];
    case "client_credentials":
      return [field("client_secret", "Client secret", "Of the application you registered.", true)];
    case "jwt_bearer":
      return [field("private_key", "Private key", "In PEM form.", true)];
    case "token":
      return [field("access_token", "Access token", "Made in your account's settings.", true)];
    case "api_key":
      return [field("api_key", "API key", "Made in your account's settings.", true)];
    case "oauth_registered":
    case "passthrough":
    case "none":
      return [field("region", "Region", "Where your data is held.", false)];
    default:
      return way satisfies never;
  }
}

/** The MCP server catalog, by service name. Every field is there on every entry, empty where it says nothing. */
export const MCP_CATALOG: readonly CatalogEntry[] = CATALOG_LINES.map(entry);
