// What the commands ask the preflight Worker, and the answers.
import type { Variables } from "../../../env.ts";
import type { Finding } from "./finding.ts";

/** The values that a deployment has, or is to have. */
export interface DoctorQuestion {
  readonly env: Variables;
  /** Secrets that everybody knows, by variable. */
  readonly published: Variables;
}

/** Whether a credential works, and who has these emails. */
export interface TenantQuestion {
  readonly env: Variables;
  readonly emails: readonly string[];
}

/** What a tenant says of a credential and of people; nothing of people where it lets nobody in. */
export interface TenantAnswer {
  readonly findings: readonly Finding[];
  readonly people: readonly {
    readonly email: string;
    /** `null` where there is no enabled user with this email. */
    readonly name: string | null;
    readonly fault: string | null;
  }[];
}

/** Variables of which a deployment needs one, and where one gets it. */
export interface Need {
  readonly anyOf: readonly string[];
  readonly where: string;
}

/** An unfinished run as it is on record, as far as it matters whether other code can go on with it. */
export interface StoredRun {
  readonly id: string;
  readonly automation: string;
  readonly subject: string;
  readonly state: string;
  /** What is planned; `null` before there is a plan. */
  readonly actions:
    | readonly { readonly action: string; readonly input: unknown; readonly effects: unknown }[]
    | null;
}

/** A run that the code at hand can't go on with as it was planned. */
export interface Broken extends Omit<StoredRun, "actions"> {
  readonly faults: readonly string[];
}

/** An event that somebody might listen to. */
export interface ListenersQuestion {
  /** Its type, and those that it may turn out to be. */
  readonly types: readonly string[];
  readonly subject: string;
}

/** An automation that listens. */
export interface Listener {
  readonly name: string;
  /** What it can't do without in `settings.automations`, as one writes it there. */
  readonly settings: string;
}
