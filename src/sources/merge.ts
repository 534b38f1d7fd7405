import { parseJson } from "./reading/json.ts";
import { MergeWebhook, readMergeWebhook } from "./reading/merge.ts";
import { hmac } from "./schemes/hmac.ts";
import type { Source } from "./source.ts";

/**
 * Merge.dev, webhooks of the HRIS category, which speak for many HR systems. They hold the whole employee, manager and
 * team as ids. Merge sends no delivery id (`hook.id` is the webhook's): an event is known by its name, employee and the
 * time they were last changed.
 * Source: docs.merge.dev/basics/webhooks/merge-webhooks, docs.merge.dev/hris/employees
 */
export const merge: Source = {
  name: "merge",
  authentication: "signed",
  secretVariable: "MERGE_WEBHOOK_SECRET",
  verify: hmac({ hash: "SHA-256", header: "x-merge-webhook-signature", encoding: "base64url" }),
  signsIds: true,
  parse: parseJson(MergeWebhook, readMergeWebhook),
};
