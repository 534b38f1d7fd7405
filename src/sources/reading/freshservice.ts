import * as z from "zod";
import type { Delivery } from "../source.ts";
import type { Statement } from "./json.ts";
import { present, textAt } from "./member.ts";
import { pageUrl } from "./page.ts";
import { fieldsOf } from "./plain-text.ts";
import { eventInAddress } from "./ticket-message.ts";
import { isoTime } from "./time.ts";

/** A ticket's number, alone or after its kind: `42`, `#42`, `INC-42`, `#SR-42`. */
const TicketNumber = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^#?(?:[A-Z]+-)?\d+$/, "expected a ticket's number, such as SR-42"));

/** The body that the form of the webhook makes. Without the time of the update, two updates might look the same. */
export const FreshserviceForm = z.object({
  freshservice_webhook: z.looseObject({
    ticket_id: TicketNumber,
    ticket_updated_at: z.string("expected a time: choose Updated at among the webhook's content").min(1),
  }),
});

/** Parts of the form that a ticket has members of its own for. */
const NAMED: ReadonlySet<string> = new Set([
  "ticket_id",
  "ticket_subject",
  "ticket_status",
  "ticket_url",
  "ticket_requester_name",
  "ticket_requester_email",
  "ticket_agent_name",
  "ticket_agent_email",
]);

/** What the form says: how the ticket is. The address says what happened; without it, the ticket was updated. */
export function readFreshserviceForm(
  { freshservice_webhook: form }: z.infer<typeof FreshserviceForm>,
  delivery: Delivery,
): Statement {
  const named = eventInAddress(delivery) ?? "ticket.updated";
  if (typeof named === "object") return { id: null, event: named };
  const key = form.ticket_id.replace(/^#/, "");
  // Tickets of all kinds are numbered in one row, and the API takes the number alone.
  const id = key.replace(/^[A-Z]+-/, "");
  const status = textAt(form, "ticket_status");
  const person = (whose: string) => {
    const found = present({
      name: textAt(form, `ticket_${whose}_name`),
      email: textAt(form, `ticket_${whose}_email`),
    });
    return Object.keys(found).length > 0 ? found : undefined;
  };
  return {
    id: [id, named, status ?? "", form.ticket_updated_at].join(":"),
    event: {
      type: named,
      subject: `freshservice:${id}`,
      ...present({ occurredAt: isoTime(form.ticket_updated_at) }),
      ticket: {
        system: "freshservice",
        id,
        key,
        title: textAt(form, "ticket_subject") ?? "",
        fields: fieldsOf(form, NAMED),
        ...present({
          url: pageUrl(form["ticket_url"]),
          status: status ? { to: status } : undefined,
          requester: person("requester"),
          assignee: person("agent"),
        }),
      },
    },
  };
}
