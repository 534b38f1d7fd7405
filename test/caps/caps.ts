// Compares measured numbers with their caps. A cap falls with its number, and rises only by a grant.
import { readFileSync, writeFileSync } from "node:fs";

type Numbers = Readonly<Record<string, number>>;

/** The file of caps, as JSON. */
export interface Caps {
  readonly caps: Readonly<Record<string, Numbers>>;
  /** Additions to numbers by the name of the capability: `{"OCSF export": {"src": {"evidence": 120}}}`. */
  readonly grants: Readonly<Record<string, Readonly<Record<string, Numbers>>>>;
}

/** Measured numbers: by the measured thing, such as `src`, and by the name of the measure. */
export type Measured = Caps["caps"];

/** Returns the limit of a number: its cap and everything granted to it, or `undefined` if it has no cap. */
function limitOf({ caps, grants }: Caps, thing: string, measure: string): number | undefined {
  const cap = caps[thing]?.[measure];
  const granted = Object.values(grants).map((grant) => grant[thing]?.[measure] ?? 0);
  return cap === undefined ? undefined : granted.reduce((sum, amount) => sum + amount, cap);
}

/** Lists the numbers that differ from their limits, each with its remedy. */
export function checkCaps(caps: Caps, measured: Measured): string[] {
  const things = new Set([...Object.keys(caps.caps), ...Object.keys(measured)]);
  return Array.from(things).flatMap((thing) => {
    const measures = new Set([caps.caps, measured].flatMap((one) => Object.keys(one[thing] ?? {})));
    return Array.from(measures).flatMap((measure) => {
      const name = `${thing}: ${measure}`;
      const [limit, now] = [limitOf(caps, thing, measure), measured[thing]?.[measure]];
      if (now === undefined) return `${name} is no longer measured: remove its cap.`;
      if (limit === undefined) return `${name} has no cap: add one of ${now}.`;
      if (now < limit)
        return `Lower the cap of ${name} by ${limit - now}: it is ${now}, and the cap allows ${limit}.`;
      if (now > limit)
        return `${name} is ${now}, and the cap allows ${limit}: take it from elsewhere, or add a grant to "grants" in the file of caps.`;
      return [];
    });
  });
}

/** Returns the caps, each lowered to its number if that is lower. Raises none. */
export const lowerCaps = ({ caps, grants }: Caps, measured: Measured): Caps => ({
  caps: Object.fromEntries(
    Object.entries(caps).map(([thing, numbers]) => [
      thing,
      Object.fromEntries(
        Object.entries(numbers).map(([measure, cap]) => {
          const spare = (limitOf({ caps, grants }, thing, measure) ?? 0) - (measured[thing]?.[measure] ?? 0);
          return [measure, cap - Math.max(0, spare)];
        }),
      ),
    ]),
  ),
  grants,
});

/**
 * Checks numbers against a file of caps. With the variable `CAPS=lower`, it first lowers the caps in the file.
 * @throws Error that lists the remedy for each number that differs from its limit
 */
export function requireCaps(file: string, measured: Measured): void {
  let caps: Caps = JSON.parse(readFileSync(file, "utf8"));
  if (process.env["CAPS"] === "lower") {
    caps = lowerCaps(caps, measured);
    writeFileSync(file, `${JSON.stringify(caps, null, 2)}\n`);
  }
  const problems = checkCaps(caps, measured);
  if (problems.length > 0)
    throw new Error(
      `${problems.join("\n")}\nCAPS=lower npx vitest run test/caps lowers all caps that are too high.`,
    );
}
