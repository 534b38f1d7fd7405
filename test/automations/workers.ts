import type { Decision } from "../../src/automations/kit/proposal.ts";
import type { Worker, WorkerEvent } from "../../src/systems/event.ts";

/** News of Ada Marsh, as an HR system sends it. */
export const workerNews = (
  type: WorkerEvent["type"],
  { worker, ...event }: Partial<Omit<WorkerEvent, "worker">> & { readonly worker?: Partial<Worker> } = {},
): WorkerEvent => ({
  type,
  subject: "workday:1",
  ...event,
  worker: {
    system: "workday",
    id: "1",
    name: "Ada Marsh",
    email: "ada.marsh@example.com",
    manager: { email: "nora.field@example.com" },
    fields: {},
    ...worker,
  },
});

/** The actions of a decision. @throws Error where there are none */
export function actionsOf(decision: Decision) {
  if (!("actions" in decision)) throw new Error(`it plans nothing: ${JSON.stringify(decision)}`);
  return decision.actions;
}
