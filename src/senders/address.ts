import { Problem } from "../base/problem.ts";
import { isThisMachine } from "../base/this-machine.ts";
import type { Address, Environment } from "./api.ts";

/**
 * The address that a variable holds, without a slash at its end. It comes from whoever deploys Reeve, never from an
 * event; and still, a request with a credential goes to no host but the sender's own.
 * @throws Problem `sender_not_configured`
 */
export function addressOf({ variable, default: usual, hosts }: Address, env: Environment): string {
  const value = env[variable] ?? usual;
  const no = (fault: string) => new Problem("sender_not_configured", `${variable} ${fault}`);
  if (typeof value !== "string" || value === "") throw no("is not set");
  const url = URL.parse(value);
  if (!url) throw no("is no address; one looks like https://example.com");
  if (env["LOCAL_STACK"] === "yes" && isThisMachine(url)) return url.origin;
  if (url.protocol !== "https:" || url.port !== "") throw no("must begin with https:// and name no port");
  if (url.username || url.password) throw no("must hold no name and password");
  if (url.pathname !== "/" || url.search || url.hash) throw no("must end after the host");
  if (!hosts.some((host) => (host.startsWith(".") ? url.hostname.endsWith(host) : url.hostname === host)))
    throw no(`must be a host of ${hosts.map((host) => host.replace(/^\./, "")).join(" or ")}`);
  return url.origin;
}
