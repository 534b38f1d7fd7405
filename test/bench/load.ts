import { connect, type Socket } from "node:net";

/** One request of a load: `body` goes out as it is. */
export interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a load came to. Latencies in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Connections kept open, each with one request under way. */
export const CONNECTIONS = 16;

/**
 * POSTs every request once, over kept-alive connections. Written on bare sockets with the requests serialized
 * beforehand: with two cores, a load generator that thinks takes its share from what it measures.
 */
export async function load(url: URL, requests: readonly LoadRequest[]): Promise<LoadResult> {
  const wire = requests.map((request) => serialize(url, request));
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
      try {
        for (let request = wire[next++]; request; request = wire[next++]) {
          const sent = performance.now();
          const status = await exchange(socket, request);
          latencies.push(performance.now() - sent);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: requests.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    statuses,
  };
}

/** The value below which that share of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function serialize(url: URL, { path, headers, body }: LoadRequest): Buffer {
  const lines = Object.entries({
    host: url.host,
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  });
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join(
    "\r\n",
  );
  return Buffer.from(head + body);
}

/** Sends one request and reads its answer to the end, by length or by chunks. */
function exchange(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const fail = (error?: Error) =>
      reject(error ?? new Error(`connection closed; the answer so far: ${answer}`));
    const onData = (chunk: Buffer) => {
      answer += chunk.toString("latin1");
      if (!isComplete(answer)) return;
      socket.off("data", onData).off("error", fail).off("close", fail);
      resolve(answer.slice(9, 12));
    };
    socket.on("data", onData).once("error", fail).once("close", fail);
    socket.write(request);
  });
}

function isComplete(answer: string): boolean {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /^content-length: *(\d+)/im.exec(answer.slice(0, head));
  return length ? answer.length >= head + 4 + Number(length[1]) : answer.endsWith("\r\n0\r\n\r\n");
}
