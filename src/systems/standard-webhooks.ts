// Receives events from any sender that signs as Standard Webhooks specifies.
import * as z from "zod";
import { parseJson } from "./reading/json.ts";
import { readOwnFormat } from "./reading/normalized.ts";
import { standardWebhook } from "./schemes/standard-webhooks.ts";
import { defineSystem } from "./system.ts";

const Webhook = z.object({
  type: z.string().min(1),
  timestamp: z.unknown().optional(),
  data: z.unknown().optional(),
});

/**
 * Receives webhooks from any sender that signs as Standard Webhooks specifies, with a shared secret (`whsec_…`) or a public key
 * (`whpk_…`). Reeve reads events of its own types (`ticket.*`, `worker.*`) and ignores all others. Source:
 * github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const standardWebhooks = defineSystem({
  name: "standard-webhooks",
  title: "a webhook",
  secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
  setUp: "Any sender that signs as Standard Webhooks specifies, with whsec_… or its public key whpk_….",
  ...standardWebhook,
  parse: parseJson(Webhook, ({ timestamp, ...webhook }, { headers }) => ({
    id: headers.get("webhook-id"),
    event: readOwnFormat("standard-webhooks", { ...webhook, time: timestamp }),
  })),
});
