// Answers what is under `/_control/`, which only a local stack has.
import { parse, readJson } from "../body.ts";
import { TenantError } from "../errors.ts";
import { methodNotAllowed } from "../route.ts";
import { CONTROL_ROUTES, type ControlRoom } from "./routes.ts";

const PREFIX = "/_control/";

export const isControl = (pathname: string): boolean => pathname.startsWith(PREFIX);

/** The answer of a control request. @throws TenantError as operations do */
export async function answerControl(request: Request, room: ControlRoom): Promise<Response> {
  const [name = "", id, ...more] = new URL(request.url).pathname.slice(PREFIX.length).split("/");
  const path = id === undefined ? name : `${name}/{id}`;
  const route = more.length === 0 ? CONTROL_ROUTES[`${request.method} ${path}`] : undefined;
  if (!route) {
    const methods = ["GET", "POST", "DELETE"].filter((method) => `${method} ${path}` in CONTROL_ROUTES);
    if (methods.length > 0 && more.length === 0) throw methodNotAllowed(methods);
    throw new TenantError("not_found", "There is nothing at this path.");
  }
  const body = parse(route.body, await readJson(request), "body");
  // For people to read: what a test asks for is parsed.
  const answer = JSON.stringify(await route.run(room, body, decoded(id ?? "")), null, 2);
  return new Response(`${answer}\n`, { headers: { "content-type": "application/json" } });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
