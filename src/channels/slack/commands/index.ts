import type { Command } from "../grammar/command.ts";
import { audit } from "./audit.ts";
import { catalog } from "./catalog.ts";
import { ownerAdd, ownerRemove } from "./owner.ts";
import { policyDelete, policyEnd } from "./policy.ts";
import { reviewStart } from "./review.ts";
import { runCommand, runs } from "./runs.ts";
import { pause, resume } from "./switches.ts";
import { tool, toolRetire, toolTrack } from "./tool.ts";
import { user } from "./user.ts";
import { users } from "./users.ts";

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

/** Every command there is, by name, in the order help shows them. */
export const commands: ReadonlyMap<string, Command> = new Map(all.map((command) => [command.name, command]));
