// The CSRF token that ties a form of the console to one person and sign-in.
import * as base64url from "jose/base64url";
import { hmacKey } from "../base/hash.ts";
import { ifPossible } from "../base/if-possible.ts";
import { Problem } from "../base/problem.ts";
import { findControl } from "../desk/directory.ts";
import type { Env } from "../env.ts";
import type { Person, Session } from "../operate/person.ts";

export const TOKEN_FIELD = "csrf";
/** Name of the form field with the path and query of the form's page. */
export const PAGE_FIELD = "shown-on";

/**
 * The key of the tokens. It belongs to Control and never changes, so each isolate caches it. The cache stores the key,
 * not a promise, because each promise belongs to the request that created it.
 */
let key: CryptoKey | undefined;

/**
 * Returns the token for the forms of one person and sign-in. The token is an HMAC over both, and a page of another site
 * can't read the token.
 */
export async function formToken(env: Env, person: Person): Promise<string> {
  const signature = await crypto.subtle.sign("HMAC", await importKey(env), encodePerson(person));
  return base64url.encode(new Uint8Array(signature));
}

/**
 * Checks that a page made for this person sent the form, to prevent cross-site request forgery.
 * @throws Problem `foreign_origin` if the browser did not report which site sent the form, or `form_outdated` if the
 * token is not valid for this person and sign-in
 */
export async function requireOwnForm(
  { env, person }: Session,
  headers: Headers,
  token: unknown,
): Promise<void> {
  // Reeve has already rejected requests whose headers name another site.
  if (!headers.has("origin") && !headers.has("sec-fetch-site"))
    throw new Problem("foreign_origin", "the browser did not report which site sent the form");
  const given = ifPossible(() => new Uint8Array(base64url.decode(String(token))));
  if (!given || !(await crypto.subtle.verify("HMAC", await importKey(env), given, encodePerson(person))))
    throw new Problem(
      "form_outdated",
      "the form belongs to another sign-in: open the page again, and send the form once more",
    );
}

const encodePerson = ({ email, session }: Person) =>
  new TextEncoder().encode(JSON.stringify([email, session]));

async function importKey(env: Env): Promise<CryptoKey> {
  key ??= await hmacKey(await findControl(env).formKey());
  return key;
}
