// Lists all systems, and finds systems, sources and APIs by name.
import { sha256Hex } from "../base/hash.ts";
import { Problem } from "../base/problem.ts";
import type { Variables } from "../env.ts";
import { ownSystems } from "../own/systems/index.ts";
import { callers } from "./actions.ts";
import { type ApiCredential, credentialInUse, isPartlySet, type SenderApi } from "./api/api.ts";
import { bamboohr } from "./bamboohr.ts";
import { conductorone } from "./conductorone.ts";
import { entra } from "./entra.ts";
import { freshservice } from "./freshservice.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { gusto } from "./gusto.ts";
import { hibob } from "./hibob.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { merge } from "./merge.ts";
import { microsoftGraph } from "./microsoft-graph.ts";
import { okta } from "./okta.ts";
import { rotaSystems } from "./on-call/rota.ts";
import { personio } from "./personio.ts";
import { rippling } from "./rippling.ts";
import { servicenow } from "./servicenow.ts";
import { slack } from "./slack.ts";
import { standardWebhooks } from "./standard-webhooks.ts";
import type { Entrance, Source, System } from "./system.ts";
import { teams } from "./teams.ts";
import { workday } from "./workday.ts";
import { zendesk } from "./zendesk.ts";

const all: readonly System[] = [
  jira,
  servicenow,
  zendesk,
  freshservice,
  linear,
  github,
  gitlab,
  bamboohr,
  hibob,
  personio,
  gusto,
  merge,
  rippling,
  workday,
  okta,
  microsoftGraph,
  entra,
  standardWebhooks,
  callers,
  conductorone,
  slack,
  teams,
  ...rotaSystems,
  ...ownSystems,
];

/** The systems by name, in a `Map`, so that no name can read a property of `Object.prototype`. */
export const systems: ReadonlyMap<string, System> = new Map(all.map((system) => [system.name, system]));

export const sources: ReadonlyMap<string, Source> = new Map(
  all.flatMap((system) => system.sources.map((source) => [source.name, source] as const)),
);

export const entrances: readonly Entrance[] = all.flatMap(({ sources, entrance = [] }) =>
  [sources, entrance].flat(),
);

/** Returns the path of an entry point's address. The path can contain `{action}`, which `new URL` would encode. */
export const hookPath = ({ name, path = name }: Entrance): string => `/hooks/${path}`;

export const senderApis: readonly SenderApi[] = all.flatMap(({ name, api }) =>
  api ? [{ system: name, ...api }] : [],
);

export function isSetUp(system: string, env: Variables): boolean {
  const api = systems.get(system)?.api;
  return api !== undefined && isPartlySet(credentialInUse(api, env), env);
}

/** Returns a name for a system's credential. The name changes with the credential, but does not reveal it. */
export async function nameCredential(
  system: string,
  { variables }: ApiCredential,
  env: Variables,
): Promise<string> {
  const values = variables.map((name) => env[name] ?? "");
  return `${system}:${(await sha256Hex(JSON.stringify([system, ...values]))).slice(0, 16)}`;
}

/** Returns a system's API. @throws Problem `sender_not_configured` if Reeve uses no API of the system */
export function findApi(system: string): SenderApi {
  const api = senderApis.find((one) => one.system === system);
  if (!api) throw new Problem("sender_not_configured", `Reeve uses no API of "${system}"`);
  return api;
}
