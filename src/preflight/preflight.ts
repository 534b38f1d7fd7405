import { examine, type Means } from "./examine.ts";

/**
 * A Worker that looks at configuration and code, and changes nothing. It runs in workerd, like what it looks at: the
 * client of the governance API needs it.
 */
export const preflight = (means: Means): ExportedHandler => ({
  async fetch(request) {
    switch (new URL(request.url).pathname) {
      case "/doctor":
        return Response.json(await examine(await request.json(), means));
      default:
        return new Response(null, { status: 404 });
    }
  },
});
