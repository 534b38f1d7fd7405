// Admits people and services that Cloudflare Access has signed in or, on the local stack, the person whom a request
// names or a default person.
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { JWTPayload } from "jose";
import { log } from "../base/log.ts";
import { Problem } from "../base/problem.ts";
import { verifyToken } from "../base/remote-keys.ts";
import type { Configured } from "../define-config.ts";
import { type Env, findFault, isLocalStack, readVariable } from "../env.ts";
import {
  ACT_AS_COOKIE,
  type Claims,
  findRoles,
  type Person,
  requireRole,
  type Signed,
} from "../operate/person.ts";
import { ROLES, withImplied } from "../policy/acts.ts";
import { emailsIn, type People } from "../policy/people.ts";
import { refuseForeign } from "./refuse.ts";

/** On the local stack, which has no sign-in, these headers name a person and their roles. */
const LOCAL_OPERATOR_HEADER = "reeve-operator";
const LOCAL_ROLES_HEADER = "reeve-roles";
const LOCAL_OPERATOR = "operator@example.com";

/**
 * Admits only people and services that Cloudflare Access has signed in and to which the settings give a role: verifies
 * the JWT of each request (RS256, issuer, audience, expiry). Rejects every request if Access is not configured. On the
 * local stack, admits the person whom the request names, or a default person, instead. Source:
 * developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json
 */
export const access: MiddlewareHandler<{ Bindings: Env; Variables: Signed & Configured }> = async (
  c,
  next,
) => {
  refuseForeign(c.req.raw);
  c.set("person", (await readSignIn(c, "ACCESS_AUD")).person);
  requireRole(c.var.person, "own");
  return next();
};

const notConfigured = (why: string): Problem => new Problem("access_not_configured", why);

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Identifies the person or service that sends a request.
 * @param application Name of the variable that contains the audience of the Access application in front of the route.
 * Agents have their own application, so that their tokens open neither console nor API. Agents can also send the token
 * as a bearer token.
 * @returns the person or service; the scopes of the token (RFC 9068, 2.2.3), which are absent from Access's tokens; and
 * the time at which the token expires, in Unix seconds. On the local stack, only the person
 * @throws Problem `access_denied`, `access_not_configured`, or `access_unavailable` if the keys can't be fetched
 */
export async function readSignIn<Of extends { Bindings: Env; Variables: Configured }>(
  c: Context<Of>,
  application: "ACCESS_AUD" | "ACCESS_MCP_AUD",
) {
  const { env } = c;
  const { people } = c.var.config;
  const isAgent = application === "ACCESS_MCP_AUD";
  const bearer = isAgent ? BEARER.exec(c.req.header("authorization") ?? "")?.[1] : undefined;
  if (isLocalStack(env)) {
    const person = localPerson(c.req.raw.headers, people, bearer ?? getCookie(c, ACT_AS_COOKIE));
    if (bearer !== undefined && person.email !== bearer)
      throw new Problem(
        "access_denied",
        "on the local stack, the bearer token must be the email of a person in the setting people in src/config.ts",
      );
    return { person };
  }
  const fault = findFault(env, "ACCESS_TEAM_DOMAIN") ?? findFault(env, application);
  if (fault !== null) throw notConfigured(fault);
  const team = readVariable(env, "ACCESS_TEAM_DOMAIN");
  const audience = readVariable(env, application);
  if (!team || !audience)
    throw notConfigured(`set ACCESS_TEAM_DOMAIN and ${application}: until then nobody can sign in`);
  if (isAgent && audience === readVariable(env, "ACCESS_AUD"))
    throw notConfigured(
      "ACCESS_MCP_AUD and ACCESS_AUD must belong to different applications: otherwise an agent's token would open the console",
    );
  const token = c.req.header("cf-access-jwt-assertion") ?? bearer;
  if (!token) throw new Problem("access_denied", "the request has no Access token");
  const payload = await verified(token, `https://${team}`, audience);
  const { scope, exp } = payload;
  return {
    person: toPerson(payload, people),
    ...(typeof scope === "string" && { scopes: scope.split(" ") }),
    ...(exp !== undefined && { expiresAt: exp }),
  };
}

async function verified(token: string, issuer: string, audience: string): Promise<JWTPayload> {
  const options = { issuer, audience, algorithms: ["RS256"], requiredClaims: ["exp"] };
  const read = await verifyToken(token, `${issuer}/cdn-cgi/access/certs`, options);
  if (read.ok) return read.value;
  const { unavailable, code, cause } = read.reason;
  if (unavailable) {
    log("access_unavailable", { reason: code });
    throw new Problem("access_unavailable", "the Access team's keys can't be fetched", { cause });
  }
  log("access_denied", { reason: code });
  throw new Problem("access_denied", "the Access token failed verification", { cause });
}

/**
 * Returns the person or service that a verified token names. Groups come from a claim that Access passes on. The
 * session is the token's nonce or, if the token has no nonce, its time of issue or expiry. Source:
 * developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/application-token
 */
function toPerson(payload: JWTPayload, people: People): Person {
  const { email, custom, groups, common_name: service, identity_nonce: nonce, iat, exp } = payload;
  const stated = typeof custom === "object" && custom !== null && "groups" in custom ? custom.groups : groups;
  const claims: Claims = {
    email: isEmail(email) ? email : null,
    groups: Array.isArray(stated) ? stated.filter((group) => typeof group === "string") : [],
    service: typeof service === "string" && service !== "" ? service : null,
  };
  return {
    email: claims.email ?? "",
    service: claims.service,
    roles: findRoles(claims, people),
    session: typeof nonce === "string" ? nonce : String(iat ?? exp),
    people: null,
  };
}

/** Returns true for a name that only a person can have: service ids and Reeve's own names have no `@`. */
const isEmail = (name: unknown): name is string => typeof name === "string" && name.includes("@");

/**
 * Returns the person who uses the local stack. A script names a person and their roles in headers; the person has all
 * roles if no header names any. If no header names a person, the person is the one from `people` who was chosen in the
 * console or is named by an agent's bearer token, or by default the first one with a role. This person has their own
 * roles, unless a header names roles. If nobody in `people` has a role, the person is `operator@example.com`, with all
 * roles.
 * @throws Problem `access_denied` if the header that names the person is not an email address
 */
function localPerson(headers: Headers, people: People, chosenEmail: string | undefined): Person {
  const listed = emailsIn(people)
    .map((email) => ({ email, roles: findRoles({ email, groups: [], service: null }, people) }))
    .filter(({ roles }) => roles.size > 0);
  const nobody = { email: LOCAL_OPERATOR, roles: new Set(ROLES) };
  const chosen = listed.find(({ email }) => email === chosenEmail) ?? listed[0] ?? nobody;
  const wanted = headers.get(LOCAL_ROLES_HEADER)?.split(",");
  const email = headers.get(LOCAL_OPERATOR_HEADER);
  if (email !== null && !isEmail(email))
    throw new Problem("access_denied", `the header ${LOCAL_OPERATOR_HEADER} must be an email address`);
  return {
    ...(email === null ? chosen : { email, roles: nobody.roles }),
    ...(wanted && { roles: withImplied(ROLES.filter((role) => wanted.includes(role))) }),
    session: "local",
    people: listed.length > 0 ? listed : [nobody],
  };
}
