// What the commands ask the preflight Worker, and the answers.
import type { NamedThings } from "../../../actions/names.ts";
import type { Settings } from "../../../automations/settings.ts";
import type { Variables } from "../../../env.ts";
import type { Finding } from "./finding.ts";

/** The settings that are names with the ids they stand for. */
export const NAME_MEMBERS = [
  "connectors",
  "apps",
  "entitlements",
  "appUsers",
  "tools",
  "sessionPolicies",
  "reviewPolicies",
  "campaigns",
  "vaults",
  "ownerRoles",
] as const satisfies readonly (keyof NamedThings)[];
export type NameMember = (typeof NAME_MEMBERS)[number];
export type SettingsNames = Pick<NamedThings, NameMember>;

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
  /** `null` where it lets nobody in. */
  readonly seen:
    | (Omit<AccountsSeen, "accounts"> & {
        /** SettingsNames in the catalogue of MCP servers; `null` where the credential may not read it. */
        readonly servers: readonly string[] | null;
      })
    | null;
}

/** What users' attributes show of apps. */
export interface AccountsSeen {
  /** Users that were looked at, and whether there are more. */
  readonly users: number;
  readonly more: boolean;
  readonly apps: readonly { readonly id: string; readonly users: number }[];
  /** Of each account `<app id>/<account id>`. */
  readonly accounts: readonly string[];
}

/** What a command needs to change `src/config.ts`: what it says now, and the forms that tickets can be of. */
export interface SettingsAnswer {
  readonly names: SettingsNames;
  readonly timeZone: string;
  readonly defaultOwnerRole: string | null;
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly ticketProjects: Readonly<Record<string, readonly string[]>>;
  readonly people: readonly {
    readonly email?: string | undefined;
    readonly slack?: string | undefined;
    readonly roles: readonly string[];
  }[];
  readonly dryRun: readonly string[];
  readonly unknownRequestersFrom: readonly string[];
  /** The settings of the automations that run. */
  readonly automations: Settings["automations"];
  readonly forms: readonly TicketFormFacts[];
}

/** What tickets can ask for: the automation, what it does, and the fields that it reads. */
export interface TicketFormFacts {
  readonly automation: string;
  readonly action: string;
  readonly description: string;
  /** What its tickets are called, and the statuses that mean "go ahead"; `null` where it does not run. */
  readonly now: { readonly requestType: string; readonly status: readonly string[] } | null;
  readonly inputs: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
  }[];
}

/** SettingsNames whose ids are to be looked up at a tenant. */
export interface NamesQuestion {
  readonly env: Variables;
  readonly names: SettingsNames;
}

/** What the tenant says of a name in the settings. */
export type NameAnswer = {
  readonly member: NameMember;
  /** The name; of an account the app's, and whose it is. */
  readonly name: readonly string[];
} & (
  | { readonly is: "verified" | "wrong"; readonly detail: string }
  /** The API can't be asked. */
  | { readonly is: "unverified" }
);

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
