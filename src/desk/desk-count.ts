import { Problem } from "../base/problem.ts";

/** The variable that says how many desks there are. */
export interface DeskCountEnv {
  /** How many desks share the subjects. Raise it only: a lower number leaves desks that nobody asks. @default "1" */
  readonly DESKS?: string;
}

const MAX_DESKS = 1_000;

/** How many desks there are. @throws Problem `configuration_invalid` */
export function deskCount({ DESKS = "1" }: DeskCountEnv): number {
  const count = Number(DESKS);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_DESKS) return count;
  throw new Problem(
    "configuration_invalid",
    `DESKS must be a whole number from 1 to ${MAX_DESKS}, not "${DESKS}"`,
  );
}
