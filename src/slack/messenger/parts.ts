// What a job of Talk is performed with.
import type { Env } from "../../env.ts";
import type { SlackConfig } from "../settings.ts";
import type { TalkStore } from "./store.ts";

/** What a job is performed with. */
export interface TalkParts {
  readonly env: Env;
  readonly store: TalkStore;
  readonly config: SlackConfig;
}
