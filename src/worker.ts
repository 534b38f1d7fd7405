import { type CronEnv, cron } from "./desk/cron.ts";
import { answer, type HttpEnv } from "./http/app.ts";

export { Control } from "./desk/control/control.ts";
export { Desk } from "./desk/desk.ts";
export { TokenKeeper } from "./governance/client/token-keeper.ts";
export { Talk } from "./slack/messenger/messenger.ts";

export default {
  fetch: answer, // POST /hooks/:source: verify, parse, keep, 202 · GET /api/…: what is on record
  scheduled: (_controller, env) => cron(env), // each minute: schedules that are due, poke the desks
} satisfies ExportedHandler<HttpEnv & CronEnv>;
