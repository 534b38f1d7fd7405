import { performAnnouncement } from "./perform-announcement.ts";
import { performCommand } from "./perform-command.ts";
import { performClick, performSubmission } from "./perform-decision.ts";
import type { TalkParts } from "./talk-parts.ts";
import type { Task } from "./task.ts";

/**
 * Does a task, from its beginning: after a kill it is done again. What must not happen twice is known where it happens,
 * by the task's key or the run's state.
 */
export function perform(task: Task, key: string, parts: TalkParts): Promise<void> {
  switch (task.kind) {
    case "command":
      return performCommand(task, key, parts);
    case "click":
      return performClick(task, parts);
    case "submission":
      return performSubmission(task, parts);
    case "announcement":
      return performAnnouncement(task, parts);
    default:
      return task satisfies never;
  }
}
