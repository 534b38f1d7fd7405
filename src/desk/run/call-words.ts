// What people call the state of a run's call: on pages, in Slack and on the command line.
import { SEEN_WITHIN_MS } from "../../actions/action.ts";
import type { RunRecord } from "../../ledger/shapes.ts";
import type { JournalEntry } from "./run.ts";

/** How far a call is, in words: that the service accepted it does not say that its effect can be seen. */
export function callWords({ state, gone, shows }: JournalEntry | RunRecord["journal"][number]): string {
  if (state !== "applied") return state;
  if (gone) return "was gone already";
  if (!shows) return "accepted by the service";
  switch (shows.is) {
    case "seen":
      return "seen at the service";
    case "not_yet":
      return "accepted by the service, not seen yet";
    case "unseen":
      return `accepted by the service, not seen within ${SEEN_WITHIN_MS / 60_000} minutes: look at it there`;
    default:
      return shows.is satisfies never;
  }
}
