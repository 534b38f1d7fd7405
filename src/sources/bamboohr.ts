import { BambooHrForm, BambooHrWebhook, readBambooHrWebhook } from "./reading/bamboohr.ts";
import { isForm, parseForm } from "./reading/form.ts";
import { parseJson } from "./reading/json.ts";
import { hmac } from "./schemes/hmac.ts";
import { THREE_HOURS } from "./schemes/timestamp.ts";
import type { Source } from "./source.ts";

const fromForm = parseForm(BambooHrForm, readBambooHrWebhook);
const fromJson = parseJson(BambooHrWebhook, readBambooHrWebhook);

/**
 * BambooHR, event-based webhooks and the older field-based ones, as JSON or as a form. The body is signed with the time
 * after it, nothing between them. BambooHR sends no delivery id: a change is known by its event, employee, time and
 * fields, and where it has no time (as in forms) by what is signed.
 * Source: documentation.bamboohr.com/docs/webhooks, /docs/event-based-webhooks, /docs/field-based-webhooks
 */
export const bamboohr: Source = {
  name: "bamboohr",
  authentication: "signed",
  secretVariable: "BAMBOOHR_WEBHOOK_SECRET",
  verify: hmac({
    hash: "SHA-256",
    header: "x-bamboohr-signature",
    encoding: "hex",
    timestamp: { header: "x-bamboohr-timestamp", unit: "seconds", maxAgeSeconds: THREE_HOURS },
    signed: ({ body, timestamp }) => [body, timestamp],
  }),
  signsIds: true,
  parse: (delivery, now) => (isForm(delivery) ? fromForm : fromJson)(delivery, now),
};
