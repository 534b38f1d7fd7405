// Seals the callback addresses of the service's webhooks: anyone who knows such an address can answer in Reeve's place.
import type { Secrets } from "../../base/variable.ts";
import { makeSeal } from "./seal.ts";

const sealWith = (secret: string) => makeSeal(secret, "webhook callback", "conductorone");

/**
 * Seals a callback address.
 * @param path The address's path and query, without the host, which is always the tenant's host
 */
export const sealCallback = async (path: string, secret: string): Promise<string> =>
  (await sealWith(secret)).close(path);

/** Returns the path in a sealed text, or `null` if none of the secrets sealed it. */
export async function openCallback(sealed: string, secrets: Secrets): Promise<string | null> {
  for (const secret of secrets) {
    const path = await (await sealWith(secret)).open(sealed).catch(() => null);
    if (path !== null) return path;
  }
  return null;
}
