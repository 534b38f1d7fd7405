// Checks the IP ranges from which a credential may be used, and finds the caller's address.
import ipaddr from "ipaddr.js";

/** The address of callers without `CF-Connecting-IP`, as on the local stack. */
const LOOPBACK = "127.0.0.1";

/**
 * Returns true for an address in a usual form: four decimal parts, or IPv6. Returns false for `0xc0000207` or
 * `3221225991`.
 */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** Returns true for an IPv4 or IPv6 range such as `10.0.0.0/8`, and false for an address without a prefix length. */
export const isCidr = (text: string): boolean =>
  ipaddr.isValidCIDR(text) && isAddress(text.slice(0, text.indexOf("/")));

/**
 * Returns true if the address is in one of the ranges, or if there are no ranges. An IPv4 address mapped into IPv6
 * counts as IPv4.
 */
export function allows(cidrs: readonly string[], address: string): boolean {
  if (cidrs.length === 0) return true;
  if (!isAddress(address)) return false;
  const ip = ipaddr.process(address);
  return cidrs.some((cidr) => {
    const [range, bits] = unmapped(cidr);
    return ip.kind() === range.kind() && ip.match(range, bits);
  });
}

const MAPPED_PREFIX_BITS = 96;

function unmapped(cidr: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [range, bits] = ipaddr.parseCIDR(cidr);
  if (range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS)
    return [range.toIPv4Address(), bits - MAPPED_PREFIX_BITS];
  return [range, bits];
}

/**
 * Returns the caller's address from Cloudflare's edge. With control on, also reads `X-Forwarded-For`, because workerd
 * removes the edge's header.
 */
export const callerAddress = (request: Request, underControl: boolean): string =>
  request.headers.get("cf-connecting-ip") ??
  (underControl ? request.headers.get("x-forwarded-for") : undefined) ??
  LOOPBACK;
