import { DurableObject } from "cloudflare:workers";
import { answerOperation } from "./dispatch.ts";
import type { TenantEnv } from "./env.ts";
import { errorAnswer, TenantError } from "./errors.ts";
import { createTables } from "./schema.ts";
import { clockAhead } from "./settings.ts";
import { UserIndex } from "./users/user-index.ts";

/** One identity governance service, with its users, resources, credentials and clock. */
export class Tenant extends DurableObject<TenantEnv> {
  readonly #storage: DurableObjectStorage;
  #users = new UserIndex();

  constructor(ctx: DurableObjectState, env: TenantEnv) {
    super(ctx, env);
    this.#storage = ctx.storage;
    createTables(ctx.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const answer = await this.#answer(request).catch((error: unknown) => {
      if (error instanceof TenantError) return errorAnswer(error);
      console.error(error);
      return errorAnswer(new TenantError("internal", "Something went wrong in the tenant."));
    });
    answer.headers.set("x-request-id", crypto.randomUUID());
    return answer;
  }

  async #answer(request: Request): Promise<Response> {
    const { hostname } = new URL(request.url);
    const { sql } = this.#storage;
    return answerOperation(request, this.#storage, {
      sql,
      now: () => new Date(Date.now() + clockAhead(sql)),
      users: this.#users,
      hostname,
    });
  }
}
