import { ok, type Result, refused } from "../../base/result.ts";

/** Longest DNS name in its written form (RFC 1035, section 3.1). */
const MAX_HOSTNAME_LENGTH = 253;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** URL parsers read a host whose last label is a number, decimal or hex, as an IPv4 address (WHATWG URL, 3.5). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
/** Hosts that never leave the machine, to which plain http may be spoken. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A plain DNS name in lower case: no port, no userinfo, no IP address in any notation, so that a client id
 * cannot point the client at an address inside a network.
 */
export function parseHostname(text: string): string | undefined {
  const name = text.toLowerCase();
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  const plain =
    name.length <= MAX_HOSTNAME_LENGTH && labels.every((label) => LABEL.test(label)) && !NUMBER.test(last);
  return plain ? name : undefined;
}

/**
 * The root of an API: https, or http to this machine; a path prefix may follow, nothing else.
 * @returns The address without a trailing slash, or what is wrong with it.
 */
export function parseAddress(text: string): Result<string, string> {
  const url = URL.parse(text.trim());
  if (!url) return refused("is not a URL; it reads like https://governance.example.com");
  const local = url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname);
  if (url.protocol !== "https:" && !local) {
    return refused("must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only)");
  }
  if (url.username || url.password) return refused("must not hold a user name or password");
  if (text.includes("?") || text.includes("#")) return refused("must have neither query nor fragment");
  return ok(url.origin + url.pathname.replace(/\/+$/, ""));
}
