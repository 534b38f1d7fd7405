// Any sender that signs by Standard Webhooks.
import * as z from "zod";
import { object } from "../base/object.ts";
import { parseJson, present, textAt } from "./reading/json.ts";
import { readTold } from "./reading/normalized.ts";
import { isoTime } from "./reading/text.ts";
import { standardSecretFault, standardWebhook } from "./schemes/standard-webhooks.ts";
import type { System } from "./system.ts";

const NAME = "standard-webhooks";

const Webhook = object(() => ({
  type: z.string().min(1),
  timestamp: z.unknown().optional(),
  data: z.unknown().optional(),
})).transform((webhook, ctx) => ({ ...webhook, told: readTold(NAME, webhook.type, webhook.data, ctx) }));

/**
 * Any sender that signs as Standard Webhooks says, with a shared secret (`whsec_…`) or a public key (`whpk_…`). What it
 * tells in our own words (`ticket.*`, `worker.*`, `incident.*`) is taken as that; everything else is a message.
 * Source: github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md
 */
export const standardWebhooks: System = {
  name: "standard-webhooks",
  sources: [
    {
      name: NAME,
      authentication: "signed",
      secretVariable: "STANDARD_WEBHOOKS_WEBHOOK_SECRET",
      setUp: "Whatever signs by Standard Webhooks, with whsec_… or its public key whpk_….",
      secretFault: standardSecretFault,
      verify: standardWebhook,
      signsIds: true,
      parse: parseJson(Webhook, ({ type, timestamp, data, told }, { headers }) => {
        const id = headers.get("webhook-id") || null;
        return {
          id,
          event: {
            ...(told ?? {
              type: "message.received",
              subject: `${NAME}:${textAt(data, "id") ?? id ?? type}`,
              message: { type, data: data ?? null },
            }),
            ...present({ occurredAt: isoTime(timestamp) }),
          },
        };
      }),
    },
  ],
};
