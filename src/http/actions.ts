// Requests that name an action: the list of actions, the input of each, and the reading of requests.
import * as z from "zod";
import { requests } from "../actions/index.ts";
import { refused } from "../base/result.ts";
import { ActionCall, ActionCallWithId, actionRequests, actionsToken } from "../systems/actions.ts";
import { readShape } from "../systems/reading/json.ts";
import type { Source } from "../systems/system.ts";

/** All actions that can be requested by name, for `GET /hooks/actions`. */
export const actionList = () =>
  Array.from(requests.values(), ({ action, description }) => ({ action, description }));

/** JSON Schema of the request for one action; `null` for an unknown name. */
export function actionSchema(name: string): object | null {
  const request = requests.get(name);
  if (!request) return null;
  const own = { action: z.literal(name), input: request.input };
  const { id } = ActionCallWithId.shape;
  const schema = z.object({ ...ActionCall.shape, ...own, id: id.optional() }).meta({
    title: name,
    description: `${request.description} \`id\` is needed where the request is not signed.`,
  });
  return z.toJSONSchema(schema, { io: "input" });
}

/**
 * The source of a request for one action: signed if it carries a signature, else authenticated by its secret. Its input
 * is read here, so that a caller learns of mistakes at once.
 */
export function actionSource(name: string, headers: Headers): Source | null {
  const request = requests.get(name);
  if (!request) return null;
  const source = headers.has("webhook-signature") ? actionRequests : actionsToken;
  return {
    ...source,
    parse(delivery, ...around) {
      const parsed = source.parse(delivery, ...around);
      if (!parsed.ok) return parsed;
      for (const { event } of parsed.value) {
        if (!("request" in event)) continue;
        // The signed body names the action: the address alone could be forged.
        if (event.request.action !== request.action)
          return refused({ detail: `action: this is the address of "${request.action}"` });
        const input = readShape(event.request.input, request.input);
        if (!input.ok) return refused({ detail: `input, ${input.reason.detail}` });
      }
      return parsed;
    },
  };
}
