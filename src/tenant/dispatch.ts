import type { z } from "zod";
import { parse, readJson } from "./body.ts";
import { TenantError } from "./errors.ts";
import { handlers } from "./handlers/index.ts";
import { match, type Route } from "./route.ts";
import type { BearerOperationId, World } from "./world.ts";

/** The answer of the operation that the request names. */
export async function answerOperation(
  request: Request,
  storage: DurableObjectStorage,
  place: Omit<World, "caller">,
): Promise<Response> {
  const url = new URL(request.url);
  const route = match(request.method, url.pathname);
  if (route.id === "createToken") throw new TenantError("unavailable", "Not yet.");
  const caller = { clientId: "", userId: "" };
  const input = await readInput(request, route, url.searchParams);
  const world: World = { ...place, caller };
  const id = route.id;
  const answer = storage.transactionSync(() => run(id, input, world));
  return Response.json(answer);
}

/** The types of an operation's input and handler meet in `Handlers`; here they are only passed along. */
function run(id: BearerOperationId, input: unknown, world: World): unknown {
  const handler = handlers[id] as ((input: unknown, world: World) => unknown) | undefined;
  if (!handler) throw new TenantError("internal", `${id} has no handler yet.`);
  return handler(input, world);
}

async function readInput(request: Request, { operation, path }: Route, search: URLSearchParams) {
  return {
    path,
    query: operation.query && parse(operation.query, readQuery(operation.query, search), "query"),
    body: operation.body && parse(operation.body, await readJson(request), "body"),
  };
}

/** The known query parameters. @throws TenantError 400 for one given twice; unknown ones are ignored */
function readQuery(schema: z.ZodObject, search: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const values = search.getAll(name);
      if (values.length > 1)
        throw new TenantError("invalid_argument", `${name}: is given more than once`, [
          { field: name, message: "is given more than once" },
        ]);
      return values.map((value) => [name, value]);
    }),
  );
}
