// The operations for webhooks: answers to the service's webhooks at their callback addresses, and starts of the
// service's automations.
import * as z from "zod";
import { defineOperation } from "./operation.ts";

/** Maximum length of a comment in an answer, in characters. */
export const MAX_COMMENT_CHARS = 1_024;
/** Maximum users in a reassignment. */
export const MAX_NEW_USERS = 32;
/** Maximum size of an answer, in bytes. */
export const MAX_ANSWER_BYTES = 250 * 1024;

const Commented = z.strictObject({ comment: z.string().max(MAX_COMMENT_CHARS).optional() });

/** An answer to an approval step, a provisioning step, or a workflow step (`context`). */
export const WebhookAnswer = z
  .strictObject({
    version: z.literal("v1"),
    approve: Commented.optional(),
    deny: Commented.optional(),
    reassign: Commented.extend({
      newStepUserIds: z.array(z.string().min(1)).min(1).max(MAX_NEW_USERS),
    }).optional(),
    replacePolicy: Commented.extend({
      policySteps: z.array(z.record(z.string(), z.unknown())).min(1),
    }).optional(),
    complete: Commented.optional(),
    errored: Commented.optional(),
    context: z.record(z.string(), z.unknown()).optional(),
  })
  .refine((answer) => Object.keys(answer).length === 2, "must contain its version and exactly one answer");
export type WebhookAnswer = z.output<typeof WebhookAnswer>;

/**
 * Answers a webhook. The parameter is the encrypted path of the callback address; the host is the tenant's. The service
 * accepts only one answer, and rejects a second one with 400.
 */
export const answerWebhook = defineOperation({
  id: "answerWebhook",
  method: "POST",
  path: "{callback}",
  effect: "once",
  summary: "Answer a webhook of the service at its callback address.",
  source: "docs/set-up/senders/conductorone.md",
  auth: "callback",
  body: WebhookAnswer,
  response: z.unknown(),
});

/**
 * Starts an automation of the service through the automation's inbound webhook, with the body as its context. The
 * service processes each event id only once, so a repeated call changes nothing. Source: the vendor's documentation of
 * webhooks, checked in November 2026
 */
export const startAutomation = defineOperation({
  id: "startAutomation",
  method: "POST",
  path: "/api/v1/webhooks/incoming/{listener}",
  effect: "repeatable",
  summary: "Start an automation of the service through its inbound webhook.",
  source: "Inbound webhooks, in docs/set-up/automations.md",
  auth: "signed",
  body: z.looseObject({}),
  response: z.unknown(),
});
