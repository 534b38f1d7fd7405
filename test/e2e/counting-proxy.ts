import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A pass-through between Reeve and the tenant that counts the calls of the API under way at once. */
export interface CountingProxy {
  /** Its address, by the tenant's name: a client id is good for the hostname in it alone. */
  readonly url: string;
  /** Where requests go. Set before the first one comes. */
  target: string;
  /** The most calls that were under way at one moment, and all there were. */
  readonly seen: { readonly atOnce: number; readonly calls: number };
  stop(): Promise<void>;
}

/** The API keeps each answer back this long, as a service that is not on the same machine would. */
const ANSWER_AFTER_MS = 5;
/** Headers that are between two neighbours, and that `fetch` makes anew. */
const HOP_BY_HOP = [
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "accept-encoding",
  "content-encoding",
];

/** Starts it on a free port. */
export async function startCountingProxy(): Promise<CountingProxy> {
  const seen = { atOnce: 0, calls: 0 };
  let underWay = 0;
  const server = createServer(async (request, response) => {
    const counted = request.url?.startsWith("/api/") ?? false;
    if (counted) {
      seen.calls++;
      seen.atOnce = Math.max(seen.atOnce, ++underWay);
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (!HOP_BY_HOP.includes(name) && typeof value === "string") headers.set(name, value);
    const body = Buffer.concat(await Array.fromAsync(request));
    const answer = await fetch(`${proxy.target}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      ...(body.length > 0 ? { body } : {}),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS));
    // Before the answer leaves: the next call may be here before `end` has told that this one is over.
    if (counted) underWay--;
    response.writeHead(
      answer.status,
      Object.fromEntries(Array.from(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name))),
    );
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: CountingProxy = {
    url: `http://localhost:${port}`,
    target: "",
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
