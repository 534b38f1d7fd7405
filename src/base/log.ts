/**
 * Writes one structured line. Members are ids, names, codes and figures: never a payload, a secret or a token.
 * Locally it is read in the terminal; on the platform Workers Logs indexes its members.
 */
export function log(
  event: string,
  members: Readonly<Record<string, string | number | boolean | null>> = {},
): void {
  console.log(JSON.stringify({ event, ...members }));
}
