import type { ControlEnv, DirectoryEnv } from "../../desk/directory.ts";
import type { GovernanceEnv } from "../../governance/client/index.ts";
import type { Talk } from "./talk.ts";
import type { TalkStore } from "./talk-store.ts";

/** Bindings of Talk. */
export interface TalkEnv extends GovernanceEnv, DirectoryEnv, ControlEnv {
  readonly LEDGER: D1Database;
  readonly SLACK_BOT_TOKEN?: string;
  readonly REEVE_URL?: string;
}

/** Binding to reach Talk. */
export interface TalkBinding {
  readonly TALK: DurableObjectNamespace<Talk>;
}

/** What a task is performed with. */
export interface TalkParts {
  readonly env: TalkEnv;
  readonly store: TalkStore;
}

/** The one Talk. */
export const talkOf = ({ TALK }: TalkBinding): DurableObjectStub<Talk> => TALK.getByName("talk");
