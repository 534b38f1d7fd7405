// Makes the sections of docs/reference/actions.md: the input of each action of the kit, and the fields of its request.
import type { AnyAction } from "../../src/actions/define.ts";
import { formFields } from "../../src/actions/form.ts";
import { NamedThings } from "../../src/actions/names.ts";
import * as kit from "../../src/kit/index.ts";
import type { Declared, Value } from "./documented-settings.ts";
import { documentedKits } from "./kit.ts";
import { cell } from "./settings.ts";

const NO_NAMES = NamedThings.parse({});

const isAction = (value: unknown): value is AnyAction => typeof value === "function" && "actionName" in value;

const marked = (name: string, isOptional: boolean): string => `\`${name}\`${isOptional ? ", optional" : ""}`;

/** Formats a type for a table, an object by the names of its properties. */
function formatType(value: Value): string {
  if (value.is === "text") return value.text.replace(/^z\.input<typeof (\w+)>$/, "$1");
  if (value.is === "list") return `${formatType(value.of).replace(/^.* \| .*$/, "($&)")}[]`;
  if (value.is === "one of") return value.these.map(formatType).join(" | ");
  const names = [...value.members.map(({ name }) => name), ...(value.others?.names ?? [])];
  return names.length > 0 ? `{ ${names.join(", ")} }` : "object";
}

const inputTable = (name: string, input: readonly Declared[]): string =>
  [
    `| Input of \`${name}\` | Type | Meaning |\n|-|-|-|`,
    ...input.map((one) => {
      const meaning = [one.about, one.usual && `Default: ${one.usual}.`].filter(Boolean).join(" ");
      return `| ${marked(one.name, one.isOptional)} | \`${cell(formatType(one.value))}\` | ${cell(meaning)} |`;
    }),
  ].join("\n");

function requestTable(request: AnyAction["request"]): string {
  if ("notAskedFor" in request) return `People and tickets can't request this action. ${request.notAskedFor}`;
  const rows = formFields(request.input, NO_NAMES).map(
    ({ name, isNeeded, hint }) => `| ${marked(name, !isNeeded)} | ${cell(hint ?? "")} |`,
  );
  return ["| Field of a request | Meaning |\n|-|-|", ...rows].join("\n");
}

/** Returns a section for each action, in the order of the names: its purpose and its undo, its input, its request. */
export const actionSections = (): string =>
  documentedKits()
    .flatMap(({ name, about, input }) => {
      const action: unknown = Reflect.get(kit, name);
      if (!isAction(action) || !input) return [];
      const { actionName, undo, request } = action;
      const purpose = `${about.replace(/\s+/g, " ")} ${"byHand" in undo ? undo.byHand : "Reeve can undo this action."}`;
      return [[`## \`${actionName}\``, purpose, inputTable(name, input), requestTable(request)].join("\n\n")];
    })
    .sort()
    .join("\n\n");
