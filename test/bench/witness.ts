import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of a server that reports when a request arrives. */
export interface Witness {
  readonly port: number;
  /** Resolves with `performance.now()` when the next request with this text in its head arrives. */
  next(text: string): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Forwards connections to a port of this machine byte by byte, so that requests arrive unchanged.
 * @param delayMs Delay of each response, to simulate a slow service
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
      // If one end closes the connection, close it at the other.
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
