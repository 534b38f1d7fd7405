// What `npm run init` and `npm run names:import` read of src/config.ts: what it says now, and the forms that tickets can be of.
import * as z from "zod";
import { fromTickets } from "../../automations/from-tickets.ts";
import type { Settings } from "../../automations/settings.ts";
import type { SettingsNames } from "../doctor/names.ts";
import { loadWorkingTree, mistakesIn } from "../shared/working-tree.ts";

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

const FormNow = z.object({ requestType: z.string(), status: z.array(z.string()) });

/** The settings as the file is now. @throws Error with its mistakes */
export async function settingsNow(): Promise<SettingsAnswer> {
  const { config, actions } = await loadWorkingTree().catch((error: unknown) => {
    throw new Error(`src/config.ts has mistakes; correct them first:\n  ${mistakesIn(error).join("\n  ")}`);
  });
  const { settings, people, policy } = config;
  const { timeZone, defaultOwnerRole = null, automations, fields, ticketProjects } = settings;
  const forms = Array.from(fromTickets, ([name, { name: automation }]): TicketFormFacts => {
    const request = actions.get(name)?.request;
    if (!request || !("input" in request)) throw new Error(`there is no way to ask for ${name}`);
    const inputs = Object.entries(request.input.shape).map(([input, schema]) => ({
      name: input,
      required: !z.safeParse(schema, undefined).success,
      description: z.globalRegistry.get(schema)?.description ?? "",
    }));
    const now = FormNow.safeParse(automations[automation]).data ?? null;
    return { automation, action: name, description: request.description, now, inputs };
  });
  const { dryRun, unknownRequestersFrom } = policy;
  return {
    names: settings,
    timeZone,
    defaultOwnerRole,
    fields,
    ticketProjects,
    people,
    dryRun,
    unknownRequestersFrom,
    automations,
    forms,
  };
}
