// The variables of the environment that the page of settings shows.
import { type Env, faultOf, variables } from "../../env.ts";

/** A variable as the page of settings has it. */
export interface ShownVariable {
  readonly name: string;
  /** What it is. */
  readonly about: string;
  /** Its value, or of a secret whether it is set. */
  readonly value: string;
  /** What is wrong with it. */
  readonly fault: string | null;
}

/** The variables of the environment as the page of settings has them; no secret is among the values. */
export const variablesOf = (env: Env): ShownVariable[] =>
  variables().map(({ name, says, secret, unset, ...variable }) => ({
    name,
    about: plain(says),
    value: env[name]
      ? secret
        ? "set (secret)"
        : env[name]
      : `not set: ${plain(variable.default ?? unset ?? "")}`,
    fault: faultOf(env, name),
  }));

/** A sentence of the documentation without its marks. */
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
