/**
 * The network that an address stands for: an IPv4 address itself, in IPv6 the `/64`, since devices change the rest of
 * their address by themselves (RFC 8981). `null` for what is no address.
 */
export function networkOf(text: string): string | null {
  const v4 = /^(\d{1,3})(?:\.(?:\d{1,3})){3}$/.test(text) ? text : null;
  if (v4) return v4.split(".").every((part) => Number(part) < 256) ? v4 : null;
  const groups = groupsOf(text);
  if (!groups) return null;
  const [, , , , , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  const first = groups.slice(0, 4).map((group) => group.toString(16));
  return `${canonical(`${first.join(":")}::`)}/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(text: string): number[] | null {
  const address = text.includes(":") ? canonical(text) : null;
  if (!address) return null;
  const [before = "", after] = address.split("::");
  const [head, tail] = [before, after ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  if (!head || !tail) return null;
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...gap, ...tail].map((group) => Number.parseInt(group, 16));
}

/** An IPv6 address as RFC 5952 has it: URLs are written so. */
const canonical = (text: string): string | null =>
  /^[\da-f:.]+$/i.test(text) ? (URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) ?? null) : null;
