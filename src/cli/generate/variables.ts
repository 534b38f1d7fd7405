// The variables of the environment as docs/reference.md and `.dev.vars.example` have them, made from src/env.ts.
import { variables } from "../../env.ts";

const unmarked = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");

/** The table of docs/reference.md. */
export const variableTable = [
  "| Name | Meaning | If not set |",
  "| - | - | - |",
  ...variables().map(
    ({ name, secret, says, default: usual, unset }) =>
      `| \`${name}\`${secret ? " (secret)" : ""} | ${says} | ${usual === undefined ? unset : `\`${usual}\``} |`,
  ),
].join("\n");

/** What is in `.dev.vars.example`: everything but what the local stack sets by itself. */
export const devVarsExample = `# Copy to .dev.vars to run the local stack with values of your own: \`npm start\` reads it, git ignores it.
# On a deployment each of these is a secret: npx wrangler secret put NAME
# The local stack needs none of them: it makes a tenant credential and known webhook secrets by itself.
# Made from src/env.ts, by \`npm run generate\`.
${Array.from(
  Map.groupBy(
    variables().filter(({ name }) => name !== "LOCAL_STACK"),
    ({ of }) => of,
  ),
)
  .map(
    ([of, ones]) =>
      `\n# --- ${of} ---\n${ones
        .map(
          ({ name, secret, says, like }) =>
            `# ${unmarked(says)}\n# ${name}=${secret || like.includes("<") ? "" : like}`,
        )
        .join("\n")}\n`,
  )
  .join("")}`;
