// Serves /mcp for agents: authenticates the person whom an agent works for, and describes how OAuth clients sign in.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { ifPossible } from "../base/if-possible.ts";
import { Problem } from "../base/problem.ts";
import { tryParseJson } from "../base/text.ts";
import { readTextBody } from "../console/validate.ts";
import type { Config, Configured } from "../define-config.ts";
import { findControl } from "../desk/directory.ts";
import { type Env, readSite } from "../env.ts";
import { scopeFor, serveAgent } from "../mcp/server.ts";
import { requireRole, type Signed } from "../operate/person.ts";
import { agentName } from "../policy/agents.ts";
import { textAt, valueAt } from "../systems/reading/json.ts";
import { readSignIn } from "./access.ts";
import { problemResponse, refuseForeign, refuseWith } from "./refuse.ts";

type McpEnv = { Bindings: Env; Variables: Partial<Signed> & Configured };

/** The path of the metadata, to which the resource's own path is appended (RFC 9728). */
const METADATA = "/.well-known/oauth-protected-resource";
const PATH = "/mcp";

/**
 * The header that contains the agent's name in MCP revision 2025-11-25: a client of that revision sends its name only
 * once, and repeats this header with each later request.
 */
const SESSION = "mcp-session-id";
/**
 * Paths from a message's `params` to the object with the client's name. In MCP revision 2026-07-28, all messages
 * contain the name; in revision 2025-11-25, only the first message contains it.
 */
const CLIENTS = [["_meta", "io.modelcontextprotocol/clientInfo"], ["clientInfo"]] as const;

/**
 * Builds the endpoint for agents and its protected-resource metadata. Neither exists unless the settings enable agents.
 */
export function agentsApp(config: Config) {
  const scopes = config.agents.tools.map(scopeFor);
  return new Hono<McpEnv>()
    .use(async (c, next) => {
      c.set("config", config);
      if (!config.agents.enabled)
        throw new Problem("not_found", "agents are off: set agents.enabled in src/config.ts to turn them on");
      await next();
    })
    .on("GET", [METADATA, METADATA + PATH], (c) =>
      c.json({
        resource: findSite(c) + PATH,
        resource_name: "Reeve",
        // Cloudflare Access serves the metadata of its authorization server at the application's own URL.
        authorization_servers: [findSite(c)],
        scopes_supported: scopes,
        bearer_methods_supported: ["header"],
      }),
    )
    .all(PATH, (c) => answerAgent(c, scopes))
    .onError(async (error, c) => {
      const refused = await refuseWith(async (_, problem) => problemResponse(problem))(error, c);
      if (refused.status === 401)
        refused.headers.set(
          "www-authenticate",
          `Bearer resource_metadata="${findSite(c) + METADATA + PATH}", scope="${scopes.join(" ")}"`,
        );
      return refused;
    });
}

const findSite = ({ env, req }: Pick<Context<McpEnv>, "env" | "req">): string =>
  readSite(env) ?? new URL(req.url).origin;

/** Authenticates and answers a message from an agent. @param offered Scopes of the tools that the settings enable */
async function answerAgent(c: Context<McpEnv>, offered: readonly string[]): Promise<Response> {
  refuseForeign(c.req.raw);
  const { person, scopes = offered, expiresAt } = await readSignIn(c, "ACCESS_MCP_AUD");
  c.set("person", person);
  if (!person.email)
    throw new Problem("role_missing", "this sign-in identifies no person whom an agent could act for");
  requireRole(person, "own");
  const { env } = c;
  const { method, url, headers } = c.req.raw;
  if (method === "POST") await readTextBody(c, async () => {});
  const body = method === "POST" ? await c.req.text() : null;
  const message = body === null ? undefined : tryParseJson(body);
  const off = await findControl(env).agentsOff();
  const reason = off && `all agents are turned off: ${off.reason}`;
  const id = valueAt(message, "id");
  // The official client shows the message of a JSON-RPC error, but only the status of an HTTP error.
  if (reason && id) return c.json({ jsonrpc: "2.0", id, error: { code: -32_000, message: reason } });
  if (reason) throw new Problem("agents_off", reason);
  const site = findSite(c);
  const named = CLIENTS.flatMap((path) =>
    ["title", "name"].map((name) => textAt(message, "params", ...path, name)),
  );
  const session = headers.get(SESSION);
  const agent = agentName(
    named.find((name) => name !== undefined) ??
      (session && ifPossible(() => decodeURIComponent(session))) ??
      c.req.header("user-agent") ??
      "",
  );
  const answer = await serveAgent(
    new Request(url, { method, headers: withAccept(headers), body }),
    { env, config: c.var.config, person, agent, site },
    {
      token: "",
      clientId: agent,
      scopes: offered.filter((scope) => scopes.includes(scope)),
      ...(expiresAt !== undefined && { expiresAt }),
      resourceMetadataUrl: site + METADATA + PATH,
    },
  );
  if (textAt(message, "method") !== "initialize" || !answer.ok) return answer;
  const first = new Response(answer.body, answer);
  first.headers.set(SESSION, encodeURIComponent(agent));
  return first;
}

/**
 * Returns the headers with an `Accept` header that names both `application/json` and `text/event-stream`, as the SDK
 * requires. A header that does not accept JSON, even by a wildcard, stays unchanged.
 */
function withAccept(headers: Headers): Headers {
  const full = new Headers(headers);
  const accept = headers.get("accept") ?? "*/*";
  if (/\*\/\*|application\/(json|\*)/i.test(accept))
    full.set("accept", "application/json, text/event-stream");
  return full;
}
