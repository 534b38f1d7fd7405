import { Problem } from "../../src/base/problem.ts";
import { sendReply } from "../../src/channels/tickets.ts";

// Reeve's wrangler.toml names its classes.
export { Control, Desk, TokenKeeper } from "../../src/worker.ts";

/** Makes the posted request of a reply, with Reeve's own variables. Responds with the result: `sent`, or a problem code. */
export default {
  async fetch(request, env) {
    const { reply, step } = await request.json<Record<"reply" | "step", never>>();
    try {
      await sendReply(reply, step, env);
      return Response.json({ outcome: "sent" });
    } catch (error) {
      const outcome = error instanceof Problem ? error.code : String(error);
      return Response.json({ outcome, message: String(error) });
    }
  },
} satisfies ExportedHandler<Readonly<Record<string, unknown>>>;
