import { sources } from "../../systems/index.ts";
import { readSecrets, type SecretHolder } from "../../systems/schemes/secrets.ts";
import { slackSecret } from "../../systems/slack.ts";

/** Everything that deliveries come from, also what is no `Source`. */
export const inbound: readonly (SecretHolder & { readonly authentication: string })[] = [
  ...sources.values(),
  { ...slackSecret, authentication: "signed" },
];

/** Whether a source has a secret that it can verify with. */
export function isConfigured(name: string, env: object): boolean {
  const source = inbound.find((one) => one.name === name);
  return source !== undefined && readSecrets(source, env).ok;
}

/** The path that a vendor's deliveries go to; actions have one each. */
export const hookPath = (name: string): string =>
  name === "actions" || name === "actions-token" ? "/hooks/actions/{action}" : `/hooks/${name}`;

const HEADER = "the secret in the header X-Reeve-Secret";

/** What to do at the vendor, in a sentence; docs/senders.md has all of it. */
const SET_UP: Readonly<Record<string, string>> = {
  jira: "System → WebHooks → Create, with this address and the secret.",
  "jira-app": "Register it through /rest/api/3/webhook; the secret is the OAuth 2.0 app's client secret.",
  "jira-automation": `In a rule the action “Send web request”, method POST, ${HEADER}.`,
  servicenow:
    "A business rule or a flow that posts a ticket message, with basic authentication or a bearer token.",
  zendesk: "Admin Center → Webhooks → Create; the secret is what “Reveal secret” shows.",
  freshservice: `In the Workflow Automator the action “Trigger Webhook”, encoding JSON, ${HEADER}.`,
  linear: "Settings → API → Webhooks; the secret is the one Linear shows.",
  github: "Settings → Webhooks → Add webhook, content type application/json, with the secret.",
  pagerduty: "Integrations → Generic Webhooks (v3); the secret is shown once, at its creation.",
  bamboohr: "Register a webhook through its API; the private key is shown once, at its creation.",
  hibob: "Settings → Integrations → Webhooks; the secret is the webhook's secret key.",
  personio: "Register the address with ?access_token= and the secret, at least 32 random characters.",
  gusto:
    "Make a webhook subscription; its verification token appears below, to be given back, and is the secret.",
  merge: "Webhooks → Security; the secret is the organization's signature key.",
  rippling: "In the partner's app, with the secret as its bearer token.",
  workday: `An integration that posts a worker notice upon Hire, Change Job and Terminate, ${HEADER}.`,
  okta: "Workflow → Event Hooks → Create, authentication field Authorization, with the secret.",
  "microsoft-graph":
    "A subscription with this notificationUrl and lifecycleNotificationUrl; the secret is its clientState.",
  entra: `A Logic App of a lifecycle workflow for each of joiner, mover, leaver and rehire, ${HEADER}.`,
  "standard-webhooks": "Whatever signs by Standard Webhooks, with whsec_… or its public key whpk_….",
  cloudevents: "Whatever sends CloudEvents in HTTP, with the secret as access token.",
  actions: "A script or a flow that signs its request; GET /hooks/actions lists what can be asked for.",
  "actions-token": "The same, for what can't sign: the secret comes along.",
  slack: "Make the app of slack-manifest.yml; the secret is its signing secret.",
};

export const setUpOf = (name: string): string => SET_UP[name] ?? "docs/senders.md says how.";
