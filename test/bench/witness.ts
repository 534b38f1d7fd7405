import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to a server that hears when something is asked of it. */
export interface Witness {
  readonly port: number;
  /** Resolves with `performance.now()` when the next request with this text in its head arrives. */
  next(text: string): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Passes connections on to a port of this machine, byte by byte: what is asked arrives as it would without.
 * @param delayMs How much later each answer comes than it would without, as from a service that takes its time
 */
export async function startWitness(port: number, delayMs = 0): Promise<Witness> {
  let awaited = { text: "", resolve: (_at: number) => {} };
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect({ host: "127.0.0.1", port, noDelay: true });
    client.setNoDelay(true).pipe(service);
    if (delayMs === 0) service.pipe(client);
    else service.on("data", (chunk: Buffer) => setTimeout(() => client.write(chunk), delayMs));
    client.on("data", (chunk: Buffer) => {
      if (awaited.text !== "" && chunk.includes(awaited.text)) awaited.resolve(performance.now());
    });
    for (const socket of [client, service]) {
      open.add(socket);
      // Whoever ends the connection at one end ends it at the other.
      socket
        .on("error", () => {})
        .on("close", () => {
          open.delete(socket);
          client.destroy();
          service.destroy();
        });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    next: (text) =>
      new Promise((resolve) => {
        awaited = { text, resolve };
      }),
    stop: async () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
