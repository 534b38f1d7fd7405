// Finds the network that an IP address is in, so that addresses of one network count as one.

/**
 * The network that an address stands for: an IPv4 address itself, in IPv6 the `/64`, since devices change the rest of
 * their address by themselves (RFC 8981). `null` for what is no address.
 */
export function networkOf(text: string): string | null {
  if (/^\d[\d.]*$/.test(text)) return hostOf(text) === text ? text : null;
  // One with a zone is of a machine, not of a network.
  const address = /^[\da-f:.]+$/i.test(text) ? hostOf(`[${text}]`) : null;
  if (address === null) return null;
  const [mapped, high, low] = address.match(/^\[::ffff:([\da-f]+):([\da-f]+)\]$/) ?? [];
  if (mapped !== undefined) return [high, low].flatMap((pair) => bytesOf(Number(`0x${pair}`))).join(".");
  const [before = "", after] = address.slice(1, -1).split("::");
  const [first, last] = [groupsOf(before), groupsOf(after ?? "")];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => "0");
  const network = [...first, ...zeros, ...last].slice(0, 4).join(":");
  return `${hostOf(`[${network}::]`)?.slice(1, -1)}/64`;
}

/** How URLs write a host: an address in its shortest form. */
const hostOf = (host: string): string | null => URL.parse(`http://${host}/`)?.hostname ?? null;

const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));

const bytesOf = (pair: number): number[] => [pair >> 8, pair & 255];
