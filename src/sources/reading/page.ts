/** The address of a page that a person may be sent to: `https` alone, so that no sender links to a script. */
export function pageUrl(value: unknown): string | undefined {
  return typeof value === "string" && URL.parse(value)?.protocol === "https:" ? value : undefined;
}
