// Handles requests that name an action: lists the actions, describes the input of each action, and parses requests.
import * as z from "zod";
import { findPastDays } from "../actions/form.ts";
import { requests } from "../actions/index.ts";
import { toIsoDay } from "../base/days.ts";
import { refused } from "../base/result.ts";
import { ActionCall, ActionCallWithId, actionRequests, actionsToken } from "../systems/actions.ts";
import { readShape } from "../systems/reading/json.ts";
import type { Source } from "../systems/system.ts";

/** Lists all actions that can be requested by name, for `GET /hooks/actions`. */
export const actionList = () =>
  Array.from(requests.values(), ({ action, description }) => ({ action, description }));

/** Returns the JSON Schema of the request for one action, or `null` if the name is unknown. */
export function actionSchema(name: string): object | null {
  const request = requests.get(name);
  if (!request) return null;
  const own = { action: z.literal(name), input: request.input };
  const { id } = ActionCallWithId.shape;
  const schema = z.object({ ...ActionCall.shape, ...own, id: id.optional() }).meta({
    title: name,
    description: `${request.description} \`id\` is required if the request is not signed.`,
  });
  return z.toJSONSchema(schema, { io: "input" });
}

/**
 * Returns the source of requests for one action: signed requests if there is a signature header, otherwise requests
 * authenticated by a secret. The source also validates the input, so that the caller gets errors in the response.
 * Returns `null` if no action has this name.
 * @param timeZone The time zone in which certain days of the input must not be past
 */
export function actionSource(name: string, headers: Headers, timeZone: string): Source | null {
  const request = requests.get(name);
  if (!request) return null;
  const source = headers.has("webhook-signature") ? actionRequests : actionsToken;
  return {
    ...source,
    parse(delivery, now, ...around) {
      const parsed = source.parse(delivery, now, ...around);
      if (!parsed.ok) return parsed;
      for (const { event } of parsed.value) {
        if (!("request" in event)) continue;
        // The body must name the action: a signature does not cover the URL, so the URL of a signed request could be
        // changed.
        if (event.request.action !== request.action)
          return refused({ detail: `action: must be "${request.action}" at this URL` });
        const input = readShape(event.request.input, request.input);
        if (!input.ok) return refused({ detail: `input, ${input.reason.detail}` });
        const [past] = findPastDays(request.input, event.request.input, toIsoDay(now, timeZone));
        if (past) return refused({ detail: `input, ${past.join(": ")}` });
      }
      return parsed;
    },
  };
}
