import { FreshserviceForm, readFreshserviceForm } from "./reading/freshservice.ts";
import { parseByMember, parseJson } from "./reading/json.ts";
import { messageId, NumberedTicketMessage, readTicketMessage } from "./reading/ticket-message.ts";
import { sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { Source } from "./source.ts";

/**
 * Freshservice, the Workflow Automator's action "Trigger webhook". It signs nothing and numbers nothing. The body is
 * what the simple form makes, or as advanced content a ticket message (`docs/senders.md` has it to paste).
 * Source: api.freshservice.com; the form's members are known from third parties only.
 */
export const freshservice: Source = {
  name: "freshservice",
  authentication: "shared-secret",
  secretVariable: "FRESHSERVICE_WEBHOOK_SECRET",
  verify: sharedSecret(WHERE_USERS_CHOOSE),
  signsIds: false,
  parse: parseByMember(
    "freshservice_webhook",
    parseJson(FreshserviceForm, readFreshserviceForm),
    parseJson(NumberedTicketMessage, (message) => ({
      id: messageId(message),
      event: readTicketMessage(message, "freshservice"),
    })),
  ),
};
