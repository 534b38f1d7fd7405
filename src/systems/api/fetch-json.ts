// Sends requests of the user's own code to other servers, with limits of time and size.
import { Problem } from "../../base/problem.ts";
import { sendRequest } from "./send.ts";

/**
 * Sends a request to another server, and returns the JSON of its response, or `null` if the response is empty. Use it
 * instead of `fetch`, which can wait forever: it ends after 10 s, reads at most 1 MiB, and follows a redirect once, to the same server. Messages
 * about errors don't contain the values of the headers. A proposal must not change anything, so send only reads.
 *
 * @throws Problem `sender_refused` for a rejected request; `sender_unavailable` if a retry might help; the run is then
 * retried
 * @example
 * export async function isOnCall(email: string): Promise<boolean> {
 *   const answer = await fetchJson(`https://oncall.example.com/api/now?email=${encodeURIComponent(email)}`);
 *   return textAt(answer, "onCall") === email;
 * }
 */
export async function fetchJson(
  url: string,
  init: Pick<RequestInit, "method" | "body"> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<unknown> {
  const address = URL.parse(url);
  if (!address) throw new Problem("sender_bad_request", `"${url}" is not an address`);
  const hide = Object.values(init.headers ?? {}).flatMap((value) => [
    value,
    value.slice(value.indexOf(" ") + 1),
  ]);
  return sendRequest(
    address,
    { system: address.host, reads: true, hide: hide.filter(Boolean) },
    { method: "GET", ...init },
  );
}
