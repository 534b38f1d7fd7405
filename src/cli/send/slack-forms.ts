// Changes recorded Slack forms: sets other fields, or makes the forms look new.
import { isObject, type JsonObject } from "../../systems/reading/json.ts";

export const formWith = (recorded: string, fields: Readonly<Record<string, string>>): string => {
  const form = new URLSearchParams(recorded);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form.toString();
};

/** Returns a recorded interaction with other properties at the top level of its payload. */
export const interactionWith = (recorded: string, members: Readonly<Record<string, unknown>>): string =>
  formWith(recorded, { payload: JSON.stringify({ ...readPayload(recorded), ...members }) });

export function readPayload(recorded: string): Readonly<Record<string, unknown>> {
  return JSON.parse(new URLSearchParams(recorded).get("payload") ?? "null");
}

/**
 * Returns a recorded form as if Slack sent it for the first time, with another URL for responses.
 * @param at Unix milliseconds
 */
export function again(recorded: string, responseUrl: string, at: number): string {
  const id = `${at}.1234567890.${crypto.randomUUID().replaceAll("-", "")}`;
  if (!new URLSearchParams(recorded).has("payload"))
    return formWith(recorded, { trigger_id: id, response_url: responseUrl });
  const { actions, view } = readPayload(recorded);
  return interactionWith(recorded, {
    trigger_id: id,
    ...(Array.isArray(actions) && {
      response_url: responseUrl,
      actions: actions.map((action) => ({ ...action, action_ts: (at / 1000).toFixed(6) })),
    }),
    ...(isObject(view) && {
      view: { ...answeredAt(view, responseUrl), hash: `${Math.floor(at / 1000)}.${id.slice(-8)}` },
    }),
  });
}

/**
 * Returns a form's view with another URL for responses. A view that was opened by a command stores this URL in its
 * metadata.
 */
function answeredAt(view: JsonObject, responseUrl: string) {
  const { private_metadata: metadata } = view;
  if (typeof metadata !== "string" || !metadata.startsWith("{")) return view;
  return { ...view, private_metadata: JSON.stringify({ ...JSON.parse(metadata), responseUrl }) };
}
