/** Recorded forms of Slack, with other fields or as new. */

export const formWith = (recorded: string, fields: Readonly<Record<string, string>>): string => {
  const form = new URLSearchParams(recorded);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form.toString();
};

/** A recorded interaction with other members at the top of its payload. */
export const interactionWith = (recorded: string, members: Readonly<Record<string, unknown>>): string =>
  formWith(recorded, { payload: JSON.stringify({ ...readPayload(recorded), ...members }) });

export function readPayload(recorded: string): Readonly<Record<string, unknown>> {
  return JSON.parse(new URLSearchParams(recorded).get("payload") ?? "null");
}

/**
 * A recorded form as if Slack sent it for the first time, with another address for answers. @param at Unix milliseconds
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
    ...(typeof view === "object" && { view: { ...view, hash: `${Math.floor(at / 1000)}.${id.slice(-8)}` } }),
  });
}
