// Lantern: the signature of its webhook, and the meaning of its bodies.
import * as z from "zod";
import {
  hmac,
  Id,
  type Meaning,
  Members,
  parseJson,
  personIn,
  readFields,
  type System,
  ticketEvent,
} from "../../kit/index.ts";

const Webhook = z.object({
  kind: z.string(),
  sent: z.string(),
  case: z.object({
    no: Id,
    subject: z.string(),
    form: z.string().optional(),
    status: z.object({ was: z.string().optional(), is: z.string() }),
    raisedBy: Members.optional(),
    answers: Members.default({}),
  }),
});

function readWebhook({ kind, sent, case: ticket }: z.output<typeof Webhook>): Meaning {
  if (kind !== "case.status") return { ignored: `Reeve has no use for ${kind}` };
  return ticketEvent("lantern", {
    type: "ticket.transitioned",
    occurredAt: sent,
    id: ticket.no,
    key: `LAN-${ticket.no}`,
    title: ticket.subject,
    from: ticket.status.was,
    to: ticket.status.is,
    requestType: ticket.form,
    requester: personIn(ticket.raisedBy, "id", "name", "mail"),
    fields: readFields(ticket.answers),
  });
}

export const lanternSystem: System = {
  name: "lantern",
  title: "Lantern",
  sources: [
    {
      name: "lantern",
      secretVariable: "LANTERN_WEBHOOK_SECRET",
      setUp: "Settings → Webhooks → New; the secret is the one that you enter there.",
      ...hmac({ hash: "SHA-256", header: "x-lantern-signature", encoding: "hex", prefix: "sha256=" }),
      signsIds: false,
      parse: parseJson(Webhook, (webhook, { headers }) => ({
        id: headers.get("x-lantern-delivery"),
        event: readWebhook(webhook),
      })),
    },
  ],
};
