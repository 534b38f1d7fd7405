import { parseByMember, parseJson } from "./reading/json.ts";
import { readTicketMessage, TicketMessage } from "./reading/ticket-message.ts";
import { readZendeskEvent, ZendeskEvent } from "./reading/zendesk.ts";
import { hmac } from "./schemes/hmac.ts";
import { THREE_HOURS } from "./schemes/timestamp.ts";
import type { Source } from "./source.ts";

/** Signs the test requests that are made before a webhook is saved: everyone has it. */
const TEST_SECRET = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";

/**
 * Zendesk webhooks, of event subscriptions, which name people by their ids alone, and of triggers and automations,
 * whose body is a ticket message (`docs/senders.md` has it to paste). Both are signed the same way; the secret looks
 * like base64 and is used as it stands.
 * Source: developer.zendesk.com/documentation/webhooks/verifying
 */
export const zendesk: Source = {
  name: "zendesk",
  authentication: "signed",
  secretVariable: "ZENDESK_WEBHOOK_SECRET",
  secretFault: (secret) => (secret === TEST_SECRET ? "is the test secret that Zendesk publishes" : null),
  verify: hmac({
    hash: "SHA-256",
    header: "x-zendesk-webhook-signature",
    encoding: "base64",
    timestamp: {
      header: "x-zendesk-webhook-signature-timestamp",
      unit: "iso",
      maxAgeSeconds: THREE_HOURS,
    },
    signed: ({ timestamp, body }) => [timestamp, body],
  }),
  signsIds: false,
  parse: parseByMember(
    "ticket",
    parseJson(TicketMessage, (message, { headers }) => ({
      id: headers.get("x-zendesk-webhook-invocation-id") || null,
      event: readTicketMessage(message, "zendesk"),
    })),
    parseJson(ZendeskEvent, (event) => ({ id: event.id, event: readZendeskEvent(event) })),
  ),
};
