// The texts of the files that `npm run init` writes.
import type { Answers } from "./answers.ts";

/** `.dev.vars` with these variables: its other lines stay, and those of the same names are replaced. */
export function devVarsText(before: string, variables: Readonly<Record<string, string>>): string {
  let text = before;
  for (const [name, value] of Object.entries(variables)) {
    const line = `${name}=${/[#\s"'`]/.test(value) ? JSON.stringify(value) : value}`;
    const known = new RegExp(`^${name}=.*$`, "m");
    text = known.test(text) ? text.replace(known, () => line) : `${text}${ended(text)}${line}\n`;
  }
  return text;
}

const ended = (text: string): string => (text === "" || text.endsWith("\n") ? "" : "\n");

const quoted = (text: string): string => JSON.stringify(text);

/** A name as a key: in quotes where it has to be. */
const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

/** `src/config.ts` for these answers. @param adminName What the tenant calls the admin */
export function configText(
  { admin, timeZone, ticket, fields, connector }: Answers,
  adminName: string,
): string {
  const { system, project, requestType, status } = ticket;
  const named = Object.entries(fields).map(([name, id]) => `${key(name)}: ${quoted(id)}`);
  return `// Reeve's configuration: the one file that you edit. docs/reference.md#settings has every setting with its default.
import { defineConfig } from "./define-config.ts";

export default defineConfig({
  settings: {
    /** Where a day begins, and what schedules go by. */
    timeZone: ${quoted(timeZone)},

    /** The automations that run, each with its settings: docs/automations.md says what there are. */
    automations: {
      "connector-owner-from-ticket": { requestType: ${quoted(requestType)}, status: ${quoted(status)} },
    },

    /** What people call things, with the ids behind the names. The API can't be asked whether these ids are right. */
    connectors: {
${
  connector
    ? `      // Not verified: compare both ids with the address of the connector's page in the service.
      ${key(connector.name)}: {
        appId: ${quoted(connector.appId)},
        appName: ${quoted(connector.name)},
        connectorId: ${quoted(connector.connectorId)},
      },`
    : `      // "GitHub MCP": { appId: "…", appName: "GitHub", connectorId: "…" },`
}
    },
    ownerRoles: { Owner: "owner" },
    defaultOwnerRole: "Owner",

    /** The projects whose tickets count, by system, and what their fields are called. */
    ticketProjects: {
      ${project === null ? `// ${key(system)}: ["…"],` : `${key(system)}: [${quoted(project)}],`}
    },
    fields: {
      ${
        named.length === 0
          ? `// ${key(system)}: { user: "…", connector: "…" },`
          : `${key(system)}: { ${named.join(", ")} },`
      }
    },
  },

  /** Who may do what, at the console and in Slack. */
  people: [
    // ${comment(adminName)}, as the tenant knows this email.
    { email: ${quoted(admin)}, roles: ["admin"] },
  ],

  /** What needs an approval, and how much may happen in an hour. An automation in \`dryRun\` plans, and changes nothing. */
  policy: { dryRun: ["connector-owner-from-ticket"] },
});
`;
}

/** Text of others in a line of a comment. */
const comment = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 100);
