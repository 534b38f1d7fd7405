// The sample MCP catalog.
import type { CatalogEntry } from "../../../governance/contract/mcp-catalog.ts";
import { table } from "./means.ts";

type AuthMode = NonNullable<CatalogEntry["authModes"]>[number];
type ConfigField = NonNullable<NonNullable<CatalogEntry["configSchema"]>["fields"]>[number];

/** Name, display name, description, and `secret` for a required field that is hidden. */
const FIELDS = table(`
  client_secret | Client secret | Of the application you registered. | secret
  workspace | Workspace | The workspace to connect.
  private_key | Private key | In PEM form. | secret
  access_token | Access token | Made in your account's settings. | secret
  api_key | API key | Made in your account's settings. | secret
  region | Region | Where your data is held.
`).map(([name = "", displayName = "", description = "", kind]): ConfigField & { readonly name: string } => {
  const secret = kind === "secret";
  const [placeholder, usual] = secret ? ["Paste it here", ""] : ["For example: default", "default"];
  return { name, displayName, description, placeholder, default: usual, required: secret, secret };
});

/** Ways to sign in to a server: OAuth grant, header, authentication method, description and fields. */
const WAYS = table(`
  oauth | authorization_code | | OAUTH2 | Sign in with your account. | client_secret workspace
  oauth_registered | authorization_code | | OAUTH2 | Sign in with your account; the client registers itself. | region
  client_credentials | client_credentials | | OAUTH2 | An application signs in for itself. | client_secret
  jwt_bearer | jwt_bearer | | OAUTH2 | An application signs in with a key of its own. | private_key
  token | | Authorization | BEARER_TOKEN | A personal access token. | access_token
  api_key | | x-api-key | CUSTOM_HEADER | An API key. | api_key
  passthrough | | Authorization | BEARER_TOKEN | The token of the caller is passed on. | region
  none | | | NONE | Open to everyone. | region
`).map(([name = "", grant = "", header = "", method = "", description = "", fields = ""]) => ({
  name,
  method: `MCP_SERVER_AUTH_METHOD_${method}`,
  grant,
  header,
  description,
  fields: fields.split(" ").map((field) => known(FIELDS, field)),
}));

function known<Value extends { readonly name: string }>(values: readonly Value[], name: string): Value {
  const value = values.find((one) => one.name === name);
  if (value === undefined) throw new Error(`the sample catalog has no ${name}`);
  return value;
}

/** Service name, display name, description, ways to sign in, OAuth scopes, `preview`; of kinds of service, invented. */
const SERVERS = `
  accounting | Accounting | Reads invoices and books entries. | oauth | invoices.read entries.write
  analytics | Analytics | Answers questions about site visits. | oauth token | reports.read
  asset-inventory | Asset Inventory | Finds devices and who holds them. | client_credentials | assets.read
  calendar | Calendar | Reads and books meetings. | oauth_registered | events.read events.write
  call-center | Call Center | Reads call logs and transcripts. | oauth | calls.read | preview
  certificates | Certificates | Lists certificates and renews them. | api_key
  chat | Chat | Posts messages and reads channels. | oauth_registered | messages.read messages.write
  cloud-costs | Cloud Costs | Explains what servers cost. | client_credentials | costs.read
  cloud-servers | Cloud Servers | Lists, starts and stops servers. | jwt_bearer client_credentials | servers.manage
  code-hosting | Code Hosting | Repositories, reviews and issues. | oauth_registered token | repo.read repo.write
  crm | Customer Records | Accounts, contacts and deals. | oauth jwt_bearer | records.read records.write
  data-catalog | Data Catalog | Describes tables and their owners. | client_credentials | metadata.read
  data-warehouse | Data Warehouse | Runs read-only queries. | jwt_bearer token | query.run
  deployments | Deployments | Follows and rolls back releases. | token
  design-files | Design Files | Reads drawings and comments. | oauth | files.read comments.write
  directory | Directory | Looks up people and groups. | client_credentials | people.read
  documents | Documents | Reads and writes shared documents. | oauth_registered | documents.read documents.write
  e-signature | E-Signature | Sends documents for signing. | jwt_bearer | envelopes.send
  email | Email | Reads and drafts email. | oauth_registered | mail.read mail.draft
  error-tracking | Error Tracking | Reads errors and their traces. | oauth token | errors.read
  expenses | Expenses | Files and approves expense reports. | oauth | expenses.write | preview
  feature-flags | Feature Flags | Reads and turns flags. | api_key
  file-storage | File Storage | Finds and shares files. | oauth_registered | files.read files.share
  help-desk | Help Desk | Reads and answers customer requests. | oauth api_key | requests.read requests.write
  hiring | Hiring | Reads candidates and interview plans. | api_key | | preview
  hr | HR Records | Reads employment records. | client_credentials | employees.read
  incident-response | Incident Response | Opens and follows incidents. | token
  internal-api | Internal API Gateway | Passes the caller's own token to an internal service. | passthrough | | preview
  knowledge-base | Knowledge Base | Finds and reads articles. | oauth | articles.read
  log-search | Log Search | Searches logs. | api_key token
  maps | Maps | Finds places and routes. | api_key
  metrics | Metrics | Reads metrics and dashboards. | api_key
  on-call | On-Call | Reads schedules and pages people. | oauth token | schedules.read pages.write
  payments | Payments | Reads payments and refunds. | api_key
  payroll | Payroll | Reads pay runs. | client_credentials | payroll.read | preview
  product-analytics | Product Analytics | Reads funnels and cohorts. | token
  public-docs | Public Documentation | Searches public documentation. | none
  spreadsheets | Spreadsheets | Reads and writes cells. | oauth_registered | sheets.read sheets.write
  ticketing | Ticketing | Creates and moves tickets. | oauth_registered token | tickets.read tickets.write
  translation | Translation | Translates text. | api_key
  vulnerability-scans | Vulnerability Scans | Reads scan results. | api_key
`;

function entry([
  service = "",
  displayName = "",
  description = "",
  ways = "",
  scope = "",
  stage = "",
]: readonly string[]): CatalogEntry {
  const signIn = ways.split(" ").map((way) => known(WAYS, way));
  const grants = signIn.map(({ grant }) => grant).filter((grant) => grant !== "");
  const scopes = scope.split(" ").filter(Boolean);
  const site = `https://${service}.example`;
  return {
    id: `mcp_${service.replaceAll("-", "_")}`,
    serviceName: service,
    displayName,
    description,
    iconUrl: `${site}/icon.svg`,
    baseUrl: `${site}/mcp`,
    stable: stage !== "preview",
    defaultAuthorizeUrl: grants.includes("authorization_code") ? `${site}/oauth/authorize` : "",
    defaultTokenUrl: grants.length > 0 ? `${site}/oauth/token` : "",
    defaultScopes: scopes,
    supportedOauth2Modes: grants.map((grant) => `MCP_SERVER_AUTH_OAUTH2_MODE_${grant.toUpperCase()}`),
    channel: `MCP_SERVER_CATALOG_CHANNEL_${stage === "preview" ? "BETA" : "STABLE"}`,
    maturity: "MCP_SERVER_CATALOG_MATURITY_VERIFIED",
    scope: "MCP_SERVER_CATALOG_SCOPE_BUSINESS",
    defaultAuthMethod: signIn[0]?.method ?? "",
    defaultToolPrefix: service,
    authModes: signIn.map((way) => authMode(way, site, scopes)),
    configSchema: { fields: signIn.flatMap(({ fields }) => fields) },
  };
}

function authMode(
  { name: way, grant, header, method, description }: (typeof WAYS)[number],
  site: string,
  scopes: string[],
): AuthMode {
  const oauth = grant !== "";
  const interactive = grant === "authorization_code";
  return {
    authMethod: method,
    authStyle: oauth ? "in_params" : "",
    clientIdMode: interactive
      ? `MCP_SERVER_CATALOG_CLIENT_ID_MODE_${way === "oauth_registered" ? "DCR" : "MANUAL"}`
      : "",
    authorizeUrl: interactive ? `${site}/oauth/authorize` : "",
    tokenUrl: oauth ? `${site}/oauth/token` : "",
    credentialUrl: way === "none" || way === "passthrough" ? "" : `${site}/settings/credentials`,
    issuerUrl: oauth ? site : "",
    description,
    header,
    jwtAudience: way === "jwt_bearer" ? `${site}/oauth/token` : "",
    oauth2Grant: grant,
    pkce: interactive ? "s256" : "",
    passthrough: way === "passthrough",
    scopes: oauth ? scopes : [],
    optionalScopes: interactive ? ["offline_access"] : [],
    extraAuthorizeParams: interactive ? { prompt: "consent" } : {},
    extraTokenParams: oauth ? { audience: `${site}/mcp` } : {},
  };
}

/** The MCP server catalog, by service name. Every entry has every field, empty without a value. */
export const MCP_CATALOG: readonly CatalogEntry[] = table(SERVERS).map(entry);
