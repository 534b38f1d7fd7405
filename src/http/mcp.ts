// The address of agents, /mcp: who asks, for whom, and what an OAuth client needs to know to sign in.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { Problem } from "../base/problem.ts";
import { requireRole, type Signed } from "../console/person.ts";
import { takeText } from "../console/validate.ts";
import type { Config, Configured } from "../define-config.ts";
import { findControl } from "../desk/directory.ts";
import { type Env, readSite } from "../env.ts";
import { scopeFor, serveAgent } from "../mcp/server.ts";
import { agentName } from "../policy/agents.ts";
import { readSignIn } from "./access.ts";
import { refuseForeign } from "./foreign.ts";
import { problemResponse, refuseWith } from "./refuse.ts";

type McpEnv = { Bindings: Env; Variables: Partial<Signed> & Configured };

/** RFC 9728: the path of the metadata, with the resource's own path behind it. */
const METADATA = "/.well-known/oauth-protected-resource";
const PATH = "/mcp";

/** Header by which a client of revision 2025-11-25 is told again: it names itself only once, and nothing is kept of it. */
const SESSION = "mcp-session-id";
/** Member of each request by which a client of revision 2026-07-28 names itself. */
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

/** Agents: the endpoint, and its protected-resource metadata. Neither exists while the settings keep agents off. */
export const agentsApp = (config: Config) =>
  new Hono<McpEnv>()
    .use(async (c, next) => {
      c.set("config", config);
      if (!config.agents.enabled)
        throw new Problem("not_found", "agents are off: agents.enabled in src/config.ts turns them on");
      await next();
    })
    .on("GET", [METADATA, METADATA + PATH], (c) => {
      const origin = findSite(c);
      return c.json({
        resource: origin + PATH,
        resource_name: "Reeve",
        // Cloudflare Access serves the metadata of its authorization server at the application's own address.
        authorization_servers: [origin],
        scopes_supported: config.agents.tools.map(scopeFor),
        bearer_methods_supported: ["header"],
      });
    })
    .post(PATH, takeText, answerAgent)
    .all(PATH, answerAgent)
    .onError(refuseWith(async (_, problem) => problemResponse(problem)));

const findSite = ({ env, req }: Pick<Context<McpEnv>, "env" | "req">): string =>
  readSite(env) ?? new URL(req.url).origin;

async function answerAgent(c: Context<McpEnv>): Promise<Response> {
  const { env, var: variables } = c;
  const { config } = variables;
  refuseForeign(c.req.raw);
  const site = findSite(c);
  const resourceMetadataUrl = site + METADATA + PATH;
  let signed: Awaited<ReturnType<typeof readSignIn>>;
  try {
    signed = await readSignIn(c, "ACCESS_MCP_AUD");
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "access_denied") throw error;
    const refusal = problemResponse(error);
    const scope = config.agents.tools.map(scopeFor).join(" ");
    refusal.headers.set(
      "www-authenticate",
      `Bearer resource_metadata="${resourceMetadataUrl}", scope="${scope}"`,
    );
    return refusal;
  }
  const { person, scopes, expiresAt } = signed;
  c.set("person", person);
  // A service has nobody in whose name it could ask.
  if (!person.email)
    throw new Problem("role_missing", "this sign-in names no person for whom an agent could ask");
  requireRole(person, "viewer");
  const off = await findControl(env).agentsOff();
  if (off) throw new Problem("agents_off", `all agents are turned off: ${off.reason}`);
  const { method, url, headers } = c.req.raw;
  const body = method === "POST" ? await c.req.text() : null;
  const asked = readMessage(body);
  const given = findClient(asked) ?? readSession(headers.get(SESSION)) ?? headers.get("user-agent") ?? "";
  const agent = agentName(given);
  const allowed = config.agents.tools.map(scopeFor);
  const answer = await serveAgent(
    new Request(url, { method, headers, body }),
    { env, config, person, agent, site },
    {
      token: "",
      clientId: agent,
      scopes: scopes === null ? allowed : allowed.filter((scope) => scopes.includes(scope)),
      ...(expiresAt !== undefined && { expiresAt }),
      resourceMetadataUrl,
    },
  );
  if (asked.method !== "initialize" || !answer.ok) return answer;
  const named = new Response(answer.body, answer);
  named.headers.set(SESSION, encodeURIComponent(agent));
  return named;
}

/** The members of a message that name its client. */
interface Message {
  readonly method?: unknown;
  readonly params?: {
    readonly clientInfo?: { readonly name?: unknown; readonly title?: unknown };
    readonly _meta?: Readonly<
      Record<string, { readonly name?: unknown; readonly title?: unknown } | undefined>
    >;
  };
}

/** A message as sent; an empty one for what is none, which the server refuses. */
function readMessage(body: string | null): Message {
  try {
    return Object(JSON.parse(body ?? ""));
  } catch {
    return {};
  }
}

function findClient({ params }: Message): string | undefined {
  const { title, name } = Object(params?._meta?.[CLIENT_INFO] ?? params?.clientInfo);
  return [title, name].find((one) => typeof one === "string" && one !== "");
}

function readSession(session: string | null): string | undefined {
  try {
    return session ? decodeURIComponent(session) : undefined;
  } catch {
    return undefined;
  }
}
