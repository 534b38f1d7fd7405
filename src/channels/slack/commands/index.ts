// The catalogue of commands.
import type { Command } from "../grammar/command.ts";
import { audit } from "./audit.ts";
import {
  ownerAdd,
  ownerRemove,
  pause,
  policyDelete,
  policyEnd,
  resume,
  reviewStart,
  toolRetire,
  toolTrack,
} from "./changes.ts";
import { user, users } from "./people.ts";
import { runCommand, runs } from "./runs.ts";
import { catalog, tool } from "./tools.ts";

const all: readonly Command[] = [
  user,
  users,
  ownerAdd,
  ownerRemove,
  tool,
  toolRetire,
  toolTrack,
  catalog,
  policyDelete,
  policyEnd,
  reviewStart,
  audit,
  runs,
  runCommand,
  pause,
  resume,
];

/** Commands by name, in the order help shows them. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]));
