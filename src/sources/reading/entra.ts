import * as z from "zod";
import type { Person, WorkerEvent, WorkerEventType } from "../event.ts";
import { Members, present, textAt } from "./member.ts";
import { isoTime } from "./time.ts";

/** What a custom task extension sends to its Logic App, which passes it on as it is. */
export const LifecycleCall = z.object({
  data: z.looseObject({
    subject: z.looseObject({ id: z.string().min(1), manager: Members.nullish() }),
    /** One run of one task for one user. */
    taskProcessingResult: z.looseObject({ id: z.string().min(1) }).nullish(),
  }),
});
type LifecycleData = z.infer<typeof LifecycleCall>["data"];

const CALLBACK_PATH = /^\/identityGovernance\/lifecycleWorkflows(\/[\w-]+)+$/i;

/**
 * Whether this is the path at which Graph hears that the task is done, as it is documented. It is for a reply, a request
 * with our credential in it: so it can't lead out of its place.
 */
export const isCallbackPath = (path: string): boolean => CALLBACK_PATH.test(path);

/** The event of a call. @param type What the workflow is for */
export function readLifecycleCall(type: WorkerEventType, data: LifecycleData): WorkerEvent {
  const { subject } = data;
  const callback = textAt(data, "callbackUriPath");
  return {
    type,
    subject: `entra:${subject.id}`,
    ...present({ occurredAt: isoTime(textAt(data, "taskProcessingResult", "createdDateTime")) }),
    worker: {
      system: "entra",
      id: subject.id,
      ...present({
        email: textAt(subject, "email"),
        name: textAt(subject, "displayName"),
        manager: toPerson(subject.manager),
      }),
      fields: present({
        userPrincipalName: textAt(subject, "userPrincipalName"),
        workflow: textAt(data, "workflow", "displayName"),
        task: textAt(data, "task", "displayName"),
        callbackUriPath: callback !== undefined && isCallbackPath(callback) ? callback : undefined,
      }),
    },
  };
}

function toPerson(manager: LifecycleData["subject"]["manager"]): Person | undefined {
  const person = present({
    id: textAt(manager, "id"),
    name: textAt(manager, "displayName"),
    email: textAt(manager, "email"),
  });
  return Object.keys(person).length > 0 ? person : undefined;
}
