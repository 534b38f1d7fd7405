// The catalogue of commands.
import type { Command } from "../grammar/command.ts";
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
import { lookupCommands } from "./lookups.ts";
import { runCommand, runs } from "./runs.ts";

const all: readonly Command[] = [
  ...lookupCommands,
  ownerAdd,
  ownerRemove,
  toolRetire,
  toolTrack,
  policyDelete,
  policyEnd,
  reviewStart,
  runs,
  runCommand,
  pause,
  resume,
];

/** Commands by name, in the order help shows them. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]));
