// Simulates a token endpoint as documented by Gusto: it grants access tokens for two hours and refresh tokens for one
// use.
import { isObject } from "../../systems/reading/json.ts";

const LIFETIME_SECONDS = 7_200;

/**
 * Makes a token endpoint for one client. Each refresh invalidates the previous access token and, unless the endpoint is
 * lenient, the previous refresh token.
 * @param client.first The refresh token that the authorization issued
 * @param client.isLenient True if an old refresh token works until the new access token is first used
 */
export function refreshTokens(client: { id: string; secret: string; first: string; isLenient?: boolean }) {
  const { id, secret, first, isLenient = false } = client;
  let refreshes = 0;
  let usable: readonly string[] = [first];
  let access: string | undefined;
  let endsAtMs = 0;
  return {
    /** Handles a token request (RFC 6749, section 6). */
    exchange(method: string, body: unknown): { readonly status: number; readonly body: unknown } {
      const form = isObject(body) ? body : {};
      if (method !== "POST" || form["grant_type"] !== "refresh_token")
        return { status: 400, body: { error: "unsupported_grant_type" } };
      if (form["client_id"] !== id || form["client_secret"] !== secret)
        return { status: 401, body: { error: "invalid_client" } };
      if (!usable.includes(String(form["refresh_token"])))
        return { status: 400, body: { error: "invalid_grant" } };
      refreshes++;
      access = `access-${refreshes}-of-${first}`;
      const next = `refresh-${refreshes}-of-${first}`;
      usable = isLenient ? [...usable, next] : [next];
      endsAtMs = Date.now() + LIFETIME_SECONDS * 1_000;
      return {
        status: 200,
        body: {
          access_token: access,
          refresh_token: next,
          token_type: "bearer",
          expires_in: LIFETIME_SECONDS,
        },
      };
    },
    /** Returns true if a request has the current, unexpired access token. Older refresh tokens then stop working. */
    accepts(authorization: string | undefined): boolean {
      if (access === undefined || authorization !== `Bearer ${access}` || Date.now() >= endsAtMs)
        return false;
      usable = usable.slice(-1);
      return true;
    },
    /** Revokes the access token, as a vendor can at any time. */
    revokeAccess(): void {
      access = undefined;
    },
    refreshes: () => refreshes,
  };
}
