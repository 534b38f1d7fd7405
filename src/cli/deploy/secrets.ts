// Which secrets a deployed Worker has, and which it lacks.
import * as z from "zod";
import type { Need } from "../doctor/worker/questions.ts";
import { type Wrangler, WranglerFailed } from "./wrangler.ts";

const Secrets = z.array(z.object({ name: z.string() }));

/** Names of the Worker's secrets; none where there is no Worker of this name yet. */
export async function secretNames(wrangler: Wrangler): Promise<string[]> {
  try {
    const output = await wrangler(["secret", "list", "--format", "json"]);
    return Secrets.parse(JSON.parse(output)).map(({ name }) => name);
  } catch (error) {
    // developers.cloudflare.com/api: 10007, the script does not exist.
    if (error instanceof WranglerFailed && /\b10007\b|Worker ".*" not found/.test(error.message)) return [];
    throw error;
  }
}

/**
 * What is missing, and the command that sets each.
 * @param set Names of secrets and variables that there are
 * @param option What wrangler is told of the environment: ` --env test`
 */
export function missingLines(needs: readonly Need[], set: ReadonlySet<string>, option = ""): string[] {
  return needs.flatMap(({ anyOf, where }) => {
    if (anyOf.some((name) => set.has(name))) return [];
    const [first, ...others] = anyOf;
    const or = others.length > 0 ? `\n    or another sender's, of ${others.join(", ")}` : "";
    return [`  npx wrangler secret put ${first}${option}\n    ${where}${or}`];
  });
}
