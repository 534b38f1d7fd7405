// Rippling: webhooks of a partner's app about employees.
import * as z from "zod";
import { object } from "../base/object.ts";
import type { WorkerEvent } from "./event.ts";
import { isForm, parseForm } from "./reading/form.ts";
import { parseJson, type Statement } from "./reading/json.ts";
import { quarterHour } from "./reading/text.ts";
import { readWorkerNotice, WorkerNotice } from "./reading/worker.ts";
import { inQuery, sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { System } from "./system.ts";

/** The form of a partner webhook: an event's name and an id, no time and no id of the event. */
const RipplingForm = object(() => ({
  event_name: z.string().min(1),
  company_id: z.string().min(1),
  id: z.string().optional(),
})).catchall(z.string());
type RipplingForm = z.infer<typeof RipplingForm>;

/**
 * Rippling's events about an employee. `created` and `deleted` are about access to the app, which also begins and ends
 * with employment; `updated` does not say what changed.
 */
const EMPLOYEE_EVENTS: ReadonlyMap<string, Pick<WorkerEvent, "type" | "mayBe" | "changed">> = new Map<
  string,
  Pick<WorkerEvent, "type" | "mayBe" | "changed">
>([
  ["employee.hired", { type: "worker.hired", mayBe: ["worker.returned"] }],
  ["employee.terminated", { type: "worker.terminated" }],
  [
    "employee.updated",
    { type: "worker.changed", mayBe: ["worker.hired", "worker.terminated", "worker.returned"] },
  ],
  [
    "employee.created",
    { type: "worker.changed", changed: ["access"], mayBe: ["worker.hired", "worker.returned"] },
  ],
  ["employee.deleted", { type: "worker.changed", changed: ["access"], mayBe: ["worker.terminated"] }],
]);

/** What a partner webhook says. @param now Unix milliseconds, when it came in */
function readRipplingForm(form: RipplingForm, now: number): Statement {
  return { id: idOf(form, now), event: eventOf(form) };
}

/**
 * Two events of one kind about one employee are the same form, letter by letter. As an id it would make the second a
 * duplicate of the first for 30 days, and an employee's next change would be lost. With the quarter of an hour of its
 * arrival, Rippling's quick repeats are still known; one that comes over the quarter's end is worked on twice, which
 * does no harm. Of two changes within the same quarter the second is taken for a repeat.
 */
function idOf(form: RipplingForm, now: number): string {
  const fields = Object.keys(form)
    .sort()
    .map((name) => [name, form[name]]);
  return `${JSON.stringify(fields)}@${quarterHour(now)}`;
}

function eventOf({ event_name, id, company_id }: RipplingForm): Statement["event"] {
  const event = EMPLOYEE_EVENTS.get(event_name);
  if (!event) return { ignored: `Rippling's event ${event_name} is not about an employee` };
  if (!id) return { ignored: `Rippling's event ${event_name} does not say about whom` };
  return {
    ...event,
    subject: `rippling:${id}`,
    worker: { system: "rippling", id, fields: { company: company_id } },
  };
}

const parseWebhook = parseForm(RipplingForm, (form, _, now) => readRipplingForm(form, now));

const parseWorkflow = parseJson(WorkerNotice, (notice) => ({
  id: notice.id,
  event: readWorkerNotice("rippling", notice),
}));

/**
 * Rippling: webhooks of a partner's app, which are forms that say little more than whom they are about, with a bearer
 * token; and "Trigger a webhook" of Workflow Studio, which sends JSON that its users write: the one that docs/senders.md
 * asks for. Where Workflow Studio puts the secret that it has a field for is not documented, so the address may have it.
 * Source: developer.rippling.com, Webhooks
 */
export const rippling: System = {
  name: "rippling",
  sources: [
    {
      name: "rippling",
      authentication: "shared-secret",
      secretVariable: "RIPPLING_WEBHOOK_SECRET",
      setUp: "In the partner's app, with the secret as its bearer token.",
      verify: sharedSecret([...WHERE_USERS_CHOOSE, inQuery("secret")]),
      signsIds: false,
      parse: (delivery, now) => (isForm(delivery) ? parseWebhook : parseWorkflow)(delivery, now),
    },
  ],
};
