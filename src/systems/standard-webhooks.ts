// Any sender that signs as Standard Webhooks says.
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
 * Any sender that signs as Standard Webhooks says, with a shared secret (`whsec_…`) or a public key (`whpk_…`). Events of
 * Reeve's own types (`ticket.*`, `worker.*`) are read; all others are ignored. Source:
 * github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const standardWebhooks = defineSystem({
  name: "standard-webhooks",
  title: "a webhook",
  secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
  setUp: "Any sender that signs by Standard Webhooks, with whsec_… or its public key whpk_….",
  ...standardWebhook,
  parse: parseJson(Webhook, ({ timestamp, ...webhook }, { headers }) => ({
    id: headers.get("webhook-id"),
    event: readOwnFormat("standard-webhooks", { ...webhook, time: timestamp }),
  })),
});
