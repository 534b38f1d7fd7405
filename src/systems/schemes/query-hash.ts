/** The claim `qsh` of Atlassian's tokens, which ties a token to one request's method, path and query. */
import { sha256Hex } from "../../base/hash.ts";
import type { Delivery } from "../system.ts";

/** Percent-encoding of RFC 3986, which leaves less as it is than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The hash of a request: over its method, its path (from the app's base URL, which is to be Reeve's address without a
 * path), and its query in alphabetical order, without the token itself.
 * Source: developer.atlassian.com/cloud/jira/platform/understanding-jwt-for-connect-apps, "Creating a query string hash"
 */
export function queryHash({ method, url }: Pick<Delivery, "method" | "url">): Promise<string> {
  const path = url.pathname.replace(/\/$/, "").replaceAll("&", "%26") || "/";
  const names = Array.from(new Set(url.searchParams.keys())).filter((name) => name !== "jwt");
  const query = names
    .map((name) => `${encode(name)}=${url.searchParams.getAll(name).map(encode).sort().join()}`)
    .sort()
    .join("&");
  return sha256Hex([method.toUpperCase(), path, query].join("&"));
}
