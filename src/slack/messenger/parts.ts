// What a task of Talk is performed with.
import type { ControlEnv, DirectoryEnv } from "../../desk/directory.ts";
import type { GovernanceEnv } from "../../governance/client/index.ts";
import type { SlackConfig } from "../settings.ts";
import type { TalkStore } from "./store.ts";

/** Bindings of Talk. */
export interface TalkEnv extends GovernanceEnv, DirectoryEnv, ControlEnv {
  readonly LEDGER: D1Database;
  readonly SLACK_BOT_TOKEN?: string;
  readonly REEVE_URL?: string;
}

/** What a task is performed with. */
export interface TalkParts {
  readonly env: TalkEnv;
  readonly store: TalkStore;
  readonly config: SlackConfig;
}
