import type { Variables } from "./finding.ts";

/** The values that a deployment has, or is to have. */
export interface DoctorQuestion {
  readonly env: Variables;
  /** Secrets that everybody knows, by variable. */
  readonly published: Variables;
}
