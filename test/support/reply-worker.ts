import { Problem } from "../../src/base/problem.ts";
import { sendReply } from "../../src/channels/tickets.ts";
import type { RunReply } from "../../src/runs/run.ts";
import type { Event } from "../../src/systems/event.ts";

// Reeve's wrangler.toml names its classes.
export { Control, Desk, TokenKeeper } from "../../src/worker.ts";

/** Sends the step of a reply that it is posted, with Reeve's own variables. Answers what came of it: `sent`, or a code. */
export default {
  async fetch(request, env) {
    const { event, reply } = await request.json<{ event: Event; reply: RunReply }>();
    try {
      await sendReply(event, reply, env);
      return Response.json({ outcome: "sent" });
    } catch (error) {
      const outcome = error instanceof Problem ? error.code : String(error);
      return Response.json({ outcome, message: String(error) });
    }
  },
} satisfies ExportedHandler<Readonly<Record<string, unknown>>>;
