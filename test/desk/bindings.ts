import { env } from "cloudflare:workers";
import type { CronEnv } from "../../src/desk/cron.ts";
import type { TalkBinding } from "../../src/slack/messenger/messenger.ts";

/** The real bindings of wrangler.toml that desks and Control are reached by. */
export const { DESK, CONTROL, LEDGER, TALK } = env as unknown as CronEnv & TalkBinding;
