import { base64, bytes, mac, type Sender } from "./sender.ts";

/** How long the tokens here are good for. Seconds. */
const LIFETIME = 180;

/** Jira Cloud, a webhook that an OAuth 2.0 app registered. */
export const jiraApp: Sender = {
  source: "jira-app",
  contentType: "application/json; charset=UTF-8",
  localSecret: "local-jira-app-client-secret",
  sign: async (_body, { secret, at, id }) => {
    const iat = Math.floor(at / 1000);
    const claims = { iss: "local-jira-app", iat, exp: iat + LIFETIME, context: {} };
    const text = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url(claims)}`;
    return {
      headers: {
        "user-agent": "Atlassian Webhook HTTP Client",
        "x-atlassian-webhook-identifier": id,
        "x-atlassian-webhook-flow": "Primary",
        authorization: `Bearer ${text}.${urlSafe(base64(await mac("SHA-256", secret, text)))}`,
      },
    };
  },
};

const base64url = (value: unknown): string => urlSafe(base64(bytes([JSON.stringify(value)])));

const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
