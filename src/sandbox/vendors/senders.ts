// Defines the senders that the local stack, tests and benchmarks can simulate, except Teams, and how each one signs.
// This file is written from the senders' documentation and shares no code with `src/systems`, so that it reveals
// mistakes there.
import { toHex } from "../../base/hash.ts";
import { ifPossible } from "../../base/if-possible.ts";
import { ownSenders } from "../../own/sandbox/index.ts";
import { signWebhook } from "../tenant/auth/webhook-token.ts";
import {
  base64,
  bytes,
  FIVE_MINUTES_S,
  mac,
  type Sender,
  seconds,
  sender,
  standardWebhooksSender,
} from "./signing.ts";

const JSON_UTF8 = "application/json; charset=utf-8";
const FORM = "application/x-www-form-urlencoded";
const THREE_HOURS_S = 3 * 60 * 60;

const secretIn =
  (header: string): Sender["sign"] =>
  (_, { secret }) => ({ headers: { [header]: secret } });

const bearer: Sender["sign"] = (_, { secret }) => ({ headers: { authorization: `Bearer ${secret}` } });

const macIn =
  (
    header: string,
    write: (mac: Uint8Array) => string,
    hash: "SHA-256" | "SHA-512" = "SHA-256",
  ): Sender["sign"] =>
  async (body, { secret }) => ({ headers: { [header]: write(await mac(hash, secret, body)) } });

const basic = (user: string, secret: string): string => `Basic ${base64(bytes([`${user}:`, secret]))}`;

const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_");

/** Jira Cloud: a webhook with a secret. */
export const jira = sender(
  "jira",
  async (body, { secret, id }) => ({
    headers: { ...atlassian(id), "x-hub-signature": `sha256=${toHex(await mac("SHA-256", secret, body))}` },
  }),
  { contentType: "application/json; charset=UTF-8" },
);

const atlassian = (id: string) => ({
  "user-agent": "Atlassian Webhook HTTP Client",
  "x-atlassian-webhook-identifier": id,
  "x-atlassian-webhook-flow": "Primary",
});

/** Jira Automation: "Send web request" with the secret in a header. */
export const jiraAutomation = sender("jira-automation", secretIn("x-reeve-secret"));

/** ServiceNow: a REST message with a basic authentication profile. */
export const servicenow = sender("servicenow", (_, { secret }) => ({
  headers: { "user-agent": "ServiceNow/1.0", authorization: basic("reeve", secret) },
}));

/** Zendesk: a webhook of an event subscription or a trigger, which signs the time and then the body. */
export const zendesk = sender(
  "zendesk",
  async (body, { secret, at, id }) => {
    const timestamp = new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
    return {
      headers: {
        "user-agent": "Zendesk Webhook",
        "x-zendesk-account-id": "22129848",
        "x-zendesk-webhook-id": "01JXQ7C6M2WZ0V4R8A5T9D3E1B",
        "x-zendesk-webhook-invocation-id": id,
        "x-zendesk-webhook-signature": base64(await mac("SHA-256", secret, timestamp, body)),
        "x-zendesk-webhook-signature-timestamp": timestamp,
      },
    };
  },
  {
    contentType: JSON_UTF8,
    localSecret: "bG9jYWwtemVuZGVzay13ZWJob29rLXNlY3JldA==",
    freshness: { maxAge: THREE_HOURS_S, maxAhead: FIVE_MINUTES_S },
  },
);

/** Freshservice: a workflow's webhook with a custom header. */
export const freshservice = sender("freshservice", secretIn("x-reeve-secret"));

const LINEAR_TIME = /("webhookTimestamp"\s*:\s*)\d+/;

/** Linear: a webhook with a secret. The time of sending is a property of the body. */
export const linear = sender(
  "linear",
  async (body, { secret, at, id }) => {
    const text = new TextDecoder().decode(body);
    const timed = LINEAR_TIME.test(text) ? bytes([text.replace(LINEAR_TIME, `$1${at}`)]) : body;
    return {
      headers: {
        "user-agent": "Linear-Webhook",
        "linear-delivery": id,
        "linear-timestamp": String(at),
        "linear-signature": toHex(await mac("SHA-256", secret, timed)),
      },
      body: timed,
    };
  },
  {
    contentType: JSON_UTF8,
    localSecret: "lin_wh_local-linear-webhook-secret",
    freshness: { maxAge: 8 * 60 * 60, maxAhead: FIVE_MINUTES_S },
  },
);

/** GitHub: a webhook with a secret. `x-github-event`, which is recorded with the body, names the event. */
export const github = sender("github", async (body, { secret, id }) => ({
  headers: {
    "user-agent": "GitHub-Hookshot/044aadd",
    "x-github-delivery": id,
    "x-github-hook-id": "292430182",
    "x-hub-signature-256": `sha256=${toHex(await mac("SHA-256", secret, body))}`,
  },
}));

/** BambooHR: signs the body and then the time with the webhook's private key. */
export const bamboohr = sender(
  "bamboohr",
  async (body, { secret, at }) => ({
    headers: {
      "user-agent": "BambooHR-WebHooks/1.0 (+https://www.bamboohr.com)",
      "x-bamboohr-timestamp": seconds(at),
      "x-bamboohr-signature": toHex(await mac("SHA-256", secret, body, seconds(at))),
    },
  }),
  { freshness: { maxAge: THREE_HOURS_S, maxAhead: FIVE_MINUTES_S } },
);

export const hibob = sender("hibob", macIn("bob-signature", base64, "SHA-512"));

/** Personio: signs nothing, and posts to the registered address, which contains the secret. */
export const personio = sender("personio", (_, { secret }) => ({
  headers: {},
  query: { access_token: secret },
}));

/** Gusto: a verified subscription, whose verification token is the key. */
export const gusto = sender("gusto", macIn("x-gusto-signature", toHex), {
  localSecret: "11111111-2222-4333-8444-555555555555",
});

/** Merge.dev: the signature is base64url with padding. */
export const merge = sender(
  "merge",
  macIn("x-merge-webhook-signature", (mac) => urlSafe(base64(mac))),
  { localSecret: "local-merge-webhook-signature-key" },
);

/** Rippling: a workflow of Workflow Studio, without delivery ids. */
export const rippling = sender("rippling", bearer);

/** Workday: an integration that authenticates with a name and a password. */
export const workday = sender("workday", (_, { secret }) => ({
  headers: { authorization: basic("workday-integration", secret) },
}));

/** Okta: an event hook whose authentication field is `Authorization`; the secret is the field's whole value. */
export const okta = sender("okta", (_, { secret }) => ({
  headers: { accept: "application/json", authorization: secret },
}));

/** Microsoft Graph: sends the subscription's client state in each notification. */
export const microsoftGraph = sender(
  "microsoft-graph",
  (body, { secret }) => ({ headers: {}, body: bytes([withClientState(body, secret)]) }),
  { contentType: JSON_UTF8 },
);

const withClientState = (body: Uint8Array, clientState: string): Uint8Array | string =>
  ifPossible(() => {
    const collection = JSON.parse(new TextDecoder().decode(body));
    const value = collection.value.map((one: object) => ({ ...one, clientState }));
    return JSON.stringify({ ...collection, value });
  }) ?? body;

/** The sample company's workflows. Each workflow's Logic App sends to an address that contains the event. */
const ENTRA_WORKFLOWS = [
  ["Onboard new hire employee", "worker.hired"],
  ["Offboard an employee", "worker.terminated"],
  ["Bring back an employee", "worker.returned"],
] as const;

/** Microsoft Entra lifecycle workflows, each forwarded by the HTTP action of its own Logic App. */
export const entra = sender(
  "entra",
  (body, { secret }) => {
    const text = new TextDecoder().decode(body);
    const [, event = "worker.changed"] = ENTRA_WORKFLOWS.find(([name]) => text.includes(name)) ?? [];
    return { headers: { "user-agent": "azure-logic-apps/1.0", "x-reeve-secret": secret }, query: { event } };
  },
  { contentType: JSON_UTF8 },
);

/** Any sender that signs as Standard Webhooks specifies. */
export const standardWebhooks = standardWebhooksSender("standard-webhooks");

/** A system that requests actions by name and signs as Standard Webhooks specifies. */
export const actions: Sender = { ...standardWebhooksSender("actions"), path: "actions/connector-owner.add" };

/** GitLab: a webhook with a signing token. It signs as Standard Webhooks specifies. */
export const gitlab = standardWebhooksSender("gitlab");

/** A system that requests actions by name, with a secret. */
export const actionsToken = sender("actions-token", bearer, { path: "actions/connector-owner.add" });

const CALLBACK_HOST = /"callbackUrl":\s*"https?:\/\/([^/:"]+)/;

/** The governance service's own webhooks. The issuer of a signature is the host of the callback address. */
export const conductorone = sender("conductorone", async (body, { at, url }) => {
  const [, issuer = "localhost"] = CALLBACK_HOST.exec(new TextDecoder().decode(body)) ?? [];
  const address = url ?? new URL("http://localhost/hooks/conductorone");
  return { headers: await signWebhook({ body, issuer, at, url: address }) };
});

/** Slack: an app with a slash command and interactivity. It sends no events. */
export const slack = sender(
  "slack",
  async (body, { secret, at }) => ({
    headers: {
      "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
      "x-slack-request-timestamp": seconds(at),
      "x-slack-signature": `v0=${toHex(await mac("SHA-256", secret, `v0:${seconds(at)}:`, body))}`,
    },
  }),
  {
    contentType: FORM,
    localSecret: "local-slack-signing-secret",
    freshness: { maxAge: FIVE_MINUTES_S, maxAhead: FIVE_MINUTES_S },
  },
);

export const senders: readonly Sender[] = [
  jira,
  jiraAutomation,
  servicenow,
  zendesk,
  freshservice,
  linear,
  github,
  gitlab,
  bamboohr,
  hibob,
  personio,
  gusto,
  merge,
  rippling,
  workday,
  okta,
  microsoftGraph,
  entra,
  standardWebhooks,
  actions,
  actionsToken,
  conductorone,
  ...ownSenders,
];
