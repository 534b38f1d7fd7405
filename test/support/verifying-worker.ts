import { sources } from "../../src/systems/index.ts";
import type { Delivery } from "../../src/systems/system.ts";

const decoder = new TextDecoder();

/** What the front door does with a delivery until it knows what it says; at `/json`, it only reads the body as JSON, or as the form it is. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const body = new Uint8Array(await request.arrayBuffer());
    const source = sources.get(url.pathname.slice(1));
    if (!source) {
      const text = decoder.decode(body);
      const isForm = request.headers.get("content-type")?.includes("form") ?? false;
      return new Response(typeof (isForm ? new URLSearchParams(text) : JSON.parse(text)));
    }
    const delivery: Delivery = { method: "POST", url, headers: request.headers, body };
    const verified = await source.verify(delivery, [env[source.secretVariable] ?? ""], Date.now());
    if (!verified.ok) return new Response(verified.reason.check, { status: 401 });
    const parsed = source.parse(delivery, Date.now());
    if (!parsed.ok) return new Response(parsed.reason.detail, { status: 422 });
    return new Response(String(parsed.value.length));
  },
} satisfies ExportedHandler<Readonly<Record<string, string>>>;
