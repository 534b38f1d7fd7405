// Checks whether a ticket belongs to a project in the settings.
import type { Ticket } from "../systems/event.ts";

/** Returns the reason why the settings exclude a ticket's project, or `null` if they accept it. */
export function whyElsewhere(
  { system, project }: Ticket,
  projects: Readonly<Record<string, readonly string[]>>,
): string | null {
  const counted = Object.hasOwn(projects, system) ? projects[system] : undefined;
  if (!counted) return `src/config.ts names no projects of ${system}.`;
  if (counted.includes("*")) return null;
  if (project === undefined)
    return `The ticket has no project, and src/config.ts accepts only some projects of ${system}.`;
  return counted.includes(project)
    ? null
    : `src/config.ts does not name the project "${project}" of ${system}.`;
}
