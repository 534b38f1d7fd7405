// Finds the network that an IP address is in, so that addresses of one network count as one.
import ipaddr from "ipaddr.js";

/**
 * The network that an address stands for: an IPv4 address itself, in IPv6 the `/64`, since devices change the rest of
 * their address by themselves (RFC 8981). `null` for what is no address.
 */
export function networkOf(text: string): string | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  // One with a zone is of a machine, not of a network.
  if (!isAddress || text.includes("%")) return null;
  const address = ipaddr.process(text);
  if (address.kind() === "ipv4") return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
