// Answers with the contract as an OpenAPI document.
import { governanceOpenApi } from "../../governance/contract/openapi.ts";
import { methodNotAllowed } from "./route.ts";

/** The contract as an OpenAPI document whose server is the tenant it is asked of. */
export function openApiAnswer(request: Request): Response {
  if (request.method !== "GET") throw methodNotAllowed(["GET"]);
  return Response.json(governanceOpenApi(new URL(request.url).origin));
}
