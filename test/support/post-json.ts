/** Sends JSON to a running Reeve. @param operator Email of the sender. @default the first of the people */
export const postJson = (reeve: URL, path: string, body: unknown, operator?: string): Promise<Response> =>
  fetch(new URL(path, reeve), {
    method: "POST",
    headers: { "content-type": "application/json", ...(operator && { "reeve-operator": operator }) },
    body: JSON.stringify(body),
  });
