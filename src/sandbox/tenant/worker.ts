// The tenant's Worker, which forwards each request to the tenant of its hostname, and the Durable Object of a tenant.
import { DurableObject } from "cloudflare:workers";
import { hasAddress } from "../../base/request.ts";
import { governanceOpenApi } from "../../governance/contract/openapi.ts";
import { callerAddress } from "./auth/credentials.ts";
import { answerControl, isControl } from "./control.ts";
import { answerOperation, isTokenEndpoint } from "./dispatch.ts";
import { errorAnswer, invalidMember, TenantError } from "./errors.ts";
import { brokenAnswer, LostConnection } from "./faults.ts";
import { methodNotAllowed, readBytes } from "./request.ts";
import { clockAhead, createTables, dropTables } from "./rows.ts";
import { seed } from "./seed/index.ts";
import { readSwitches } from "./switches/switches.ts";
import { answerJwks, JWKS_PATH, receiveAnswer, receiveEvent } from "./webhooks.ts";
import type { Place, TenantEnv } from "./world.ts";

export class Tenant extends DurableObject<TenantEnv> {
  readonly #storage = this.ctx.storage;
  readonly #underControl = this.env.CONTROL === "on";

  constructor(ctx: DurableObjectState, env: TenantEnv) {
    super(ctx, env);
    createTables(ctx.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.method !== "HEAD") return this.#respond(request);
    const { status, headers } = await this.#respond(new Request(request, { method: "GET" }));
    return new Response(null, { status, headers });
  }

  async #respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const answer = await this.#answer(request, pathname).catch((fault: unknown) => {
      if (fault instanceof LostConnection) return brokenAnswer();
      if (request.method === "OPTIONS" && fault instanceof TenantError && fault.code === "method_not_allowed")
        return new Response(null, { status: 204, headers: fault.headers });
      return errorAnswer(fault, isTokenEndpoint(pathname), readSwitches(this.#storage.sql));
    });
    // Read the rest of the body: the runtime warns about bodies that are not read or are cancelled.
    if (!request.bodyUsed) await readBytes(request).catch(() => {});
    answer.headers.set("x-request-id", crypto.randomUUID());
    return answer;
  }

  async #answer(request: Request, pathname: string): Promise<Response> {
    const place = this.#place(request);
    if (isControl(pathname) && this.#underControl)
      return answerControl(request, {
        ...place,
        reset: () => this.#refill(() => {}),
        seed: (users) => this.#refill((sql) => seed(sql, { users })),
      });
    if (pathname === "/openapi.json") {
      if (request.method !== "GET") throw methodNotAllowed(["GET"]);
      return Response.json(governanceOpenApi(new URL(request.url).origin));
    }
    if (pathname === JWKS_PATH) return answerJwks();
    return (
      (await receiveAnswer(request, place)) ??
      (await receiveEvent(request, place)) ??
      answerOperation(request, this.#storage, place)
    );
  }

  #place(request: Request): Place {
    const { sql } = this.#storage;
    return {
      sql,
      now: () => new Date(Date.now() + clockAhead(sql)),
      switches: readSwitches(sql),
      hostname: new URL(request.url).hostname,
      address: callerAddress(request, this.#underControl),
    };
  }

  #refill(fill: (sql: SqlStorage) => void): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      dropTables(sql);
      createTables(sql);
      fill(sql);
    });
  }
}

export default {
  async fetch(request, env) {
    if (!hasAddress(request)) return errorAnswer(invalidMember("url", "must have a valid host and a path"));
    return env.TENANT.getByName(new URL(request.url).hostname).fetch(request);
  },
} satisfies ExportedHandler<TenantEnv>;
