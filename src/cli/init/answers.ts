// What `npm run init` has to know: from its flags, from .dev.vars, and in a terminal by asking.
import { cancel, isCancel, password, text } from "@clack/prompts";
import * as z from "zod";
import { isTimeZone } from "../../base/days.ts";
import { faultOf, type VariableName } from "../../env.ts";
import { UsageError } from "../command-line.ts";

/** Everything that the files are made from. */
export interface Answers {
  readonly credential: Readonly<Record<"GOVERNANCE_CLIENT_ID" | "GOVERNANCE_CLIENT_SECRET", string>> & {
    readonly GOVERNANCE_BASE_URL?: string;
  };
  /** Email of who is let into the console, with every role. */
  readonly admin: string;
  readonly timeZone: string;
  readonly ticket: { readonly system: string; readonly project: string | null } & Record<
    "requestType" | "status",
    string
  >;
  /** Names of fields, with the sender's own ids. */
  readonly fields: Readonly<Record<string, string>>;
  readonly connector: Readonly<Record<"name" | "appId" | "connectorId", string>> | null;
}

/** Options of the command, as `parseArgs` gives them. */
export interface Flags {
  readonly "client-id"?: string | undefined;
  readonly "base-url"?: string | undefined;
  readonly admin?: string | undefined;
  readonly "time-zone"?: string | undefined;
  readonly system?: string | undefined;
  readonly project?: string | undefined;
  readonly "request-type"?: string | undefined;
  readonly status?: string | undefined;
  readonly field?: readonly string[] | undefined;
  readonly connector?: string | undefined;
}

/** Systems that send tickets, as `ticketProjects` calls them. */
const SYSTEMS: readonly string[] = [
  "jira",
  "servicenow",
  "zendesk",
  "freshservice",
  "linear",
  "github",
  "gitlab",
];

/** Finds out one thing, or `null` where it is left out. */
type Ask = (question: {
  readonly flag: string;
  readonly message: string;
  readonly given: string | undefined;
  readonly usual?: string;
  readonly secret?: boolean;
  readonly optional?: boolean;
  /** What is wrong with an answer. */
  readonly fault?: (answer: string) => string | null;
}) => Promise<string | null>;

/**
 * Gathers the answers. What a flag or `known` says is not asked.
 * @param known Variables of the environment and of .dev.vars
 * @param isTerminal Whether there is somebody to ask
 * @throws UsageError where something is missing, and nobody is there to be asked, or something is wrong
 */
export async function gather(
  flags: Flags,
  known: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): Promise<Answers> {
  const ask = isTerminal ? asking : taking;
  const required = async (question: Parameters<Ask>[0]) => (await ask(question)) ?? "";
  const variable = (name: VariableName) => (value: string) => faultOf({ [name]: value }, name);
  const clientId = await required({
    flag: "--client-id",
    message: "Client ID of an API credential of your tenant",
    given: flags["client-id"] ?? known["GOVERNANCE_CLIENT_ID"],
    fault: variable("GOVERNANCE_CLIENT_ID"),
  });
  const secret = await required({
    flag: "GOVERNANCE_CLIENT_SECRET in the environment or in .dev.vars",
    message: "Its Client Secret, as it was shown once",
    given: known["GOVERNANCE_CLIENT_SECRET"],
    secret: true,
    fault: variable("GOVERNANCE_CLIENT_SECRET"),
  });
  const baseUrl = await ask({
    flag: "--base-url",
    message: "Address of the tenant, if it is not the host in the Client ID",
    given: flags["base-url"] ?? known["GOVERNANCE_BASE_URL"],
    optional: true,
    fault: variable("GOVERNANCE_BASE_URL"),
  });
  const admin = await required({
    flag: "--admin",
    message: "Your email, as your tenant knows it: you will be admin of Reeve's console",
    given: flags.admin,
    fault: (email) => (z.email().safeParse(email).success ? null : "is no email address"),
  });
  const timeZone = await required({
    flag: "--time-zone",
    message: "Time zone in which your days begin",
    given: flags["time-zone"],
    usual: Intl.DateTimeFormat().resolvedOptions().timeZone,
    fault: (name) => (isTimeZone(name) ? null : "is not an IANA time zone, as Europe/Berlin"),
  });
  const system = await required({
    flag: "--system",
    message: `Where your tickets are: ${SYSTEMS.join(", ")}`,
    given: flags.system,
    usual: "jira",
    fault: (name) => (SYSTEMS.includes(name) ? null : `is none of ${SYSTEMS.join(", ")}`),
  });
  const project = await ask({
    flag: "--project",
    message: "The project whose tickets count, as IAM; leave empty to say later",
    given: flags.project,
    optional: true,
  });
  const requestType = await required({
    flag: "--request-type",
    message: "The form that asks for an owner of a connector",
    given: flags["request-type"],
    usual: "Connector owner",
  });
  const status = await required({
    flag: "--status",
    message: "The status that means: go ahead",
    given: flags.status,
    usual: "Approved",
  });
  const fields = await ask({
    flag: "--field",
    message: "Fields with the system's own ids, as user=customfield_10061,connector=customfield_10062",
    given: flags.field?.join(","),
    optional: true,
    fault: (list) => (readFields(list) ? null : "reads like user=customfield_10061"),
  });
  const connector = await ask({
    flag: "--connector",
    message: "A connector, as GitHub MCP=app id/connector id; leave empty to say later",
    given: flags.connector,
    optional: true,
    fault: (value) => (readConnector(value) ? null : "reads like GitHub MCP=app id/connector id"),
  });
  return {
    credential: {
      GOVERNANCE_CLIENT_ID: clientId,
      GOVERNANCE_CLIENT_SECRET: secret,
      ...(baseUrl !== null && { GOVERNANCE_BASE_URL: baseUrl }),
    },
    admin,
    timeZone,
    ticket: { system, project, requestType, status },
    fields: (fields !== null && readFields(fields)) || {},
    connector: connector === null ? null : readConnector(connector),
  };
}

function readFields(list: string): Readonly<Record<string, string>> | null {
  const pairs = list.split(",").map((pair) => pair.split("=").map((part) => part.trim()));
  return pairs.every((pair) => pair.length === 2 && pair.every((part) => part !== ""))
    ? Object.fromEntries(pairs)
    : null;
}

function readConnector(value: string): Answers["connector"] {
  const [, name = "", appId = "", connectorId = ""] =
    /^\s*([^=]+?)\s*=\s*([^\s/]+)\/([^\s/]+)\s*$/.exec(value) ?? [];
  return name ? { name, appId, connectorId } : null;
}

/** Takes what is given, or the usual. */
const taking: Ask = async ({ flag, given, usual, optional = false, fault }) => {
  const answer = given?.trim() || usual;
  if (!answer) {
    if (optional) return null;
    throw new UsageError(`${flag} is missing, and there is no terminal to ask in`);
  }
  const wrong = fault?.(answer) ?? null;
  if (wrong !== null) throw new UsageError(`${flag}: ${wrong}`);
  return answer;
};

/** Asks for what is not given. */
const asking: Ask = async (question) => {
  const { message, given, usual, secret = false, optional = false, fault } = question;
  if (given?.trim()) return taking(question);
  const validate = (value: string | undefined) => {
    const answer = value?.trim() || usual;
    if (!answer) return optional ? undefined : "This is needed";
    return fault?.(answer) ?? undefined;
  };
  const answer = secret
    ? await password({ message, validate })
    : await text({ message, validate, ...(usual && { placeholder: usual, defaultValue: usual }) });
  if (isCancel(answer)) {
    cancel("Nothing was written.");
    process.exit(1);
  }
  return answer.trim() || usual || null;
};
