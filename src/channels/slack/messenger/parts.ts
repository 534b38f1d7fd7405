// What a job of the messenger is performed with.
import type { Env } from "../../../env.ts";
import type { SlackConfig } from "../settings.ts";
import type { MessengerStore } from "./store.ts";

/** What a job is performed with. */
export interface MessengerParts {
  readonly env: Env;
  readonly store: MessengerStore;
  readonly config: SlackConfig;
}
