// Injects faults into the next calls to an operation.
import { z } from "zod";
import { type Calls, calls } from "../../governance/contract/index.ts";
import { ERROR_CODES } from "../../governance/contract/operation.ts";
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "../../governance/contract/primitives.ts";
import { type CodeSwitch, toSent } from "./errors.ts";
import { readSetting, writeSetting } from "./rows.ts";

const MAX_DELAY_MS = 60_000;
export const OperationName = z.enum(Object.keys(calls) as [keyof Calls, ...(keyof Calls)[]]);

export const Fault = z
  .object({
    operation: OperationName,
    count: z.int().min(1).default(1),
    status: z
      .int()
      .min(200)
      .max(599)
      .optional()
      .describe("the response's status, instead of the operation's own response"),
    body: z
      .string()
      .max(MAX_TEXT_LENGTH)
      .optional()
      .describe("the response's body, instead of an error: a proxy's HTML, or any text; needs `status`"),
    retryAfterSeconds: z.int().min(0).optional().describe("the response's Retry-After; needs `status`"),
    message: z.string().max(MAX_NAME_LENGTH).optional(),
    delayMs: z.int().min(0).max(MAX_DELAY_MS).optional().describe("milliseconds to delay the operation"),
    drop: z
      .enum(["before", "after"])
      .optional()
      .describe("when to drop the connection: before the operation, or after its effect"),
  })
  .refine(
    ({ status, delayMs, drop, body }) =>
      status !== undefined || ((delayMs ?? drop) !== undefined && body === undefined),
    { error: "set `status`, `delayMs` or `drop`; `body` needs `status`", path: ["status"] },
  );
export type Fault = z.output<typeof Fault>;

const NAME = "faults";

export const listFaults = (sql: SqlStorage): Fault[] => JSON.parse(readSetting(sql, NAME) ?? "[]");

export const setFaults = (sql: SqlStorage, faults: readonly Fault[]): void =>
  writeSetting(sql, NAME, JSON.stringify(faults));

export function takeFault(sql: SqlStorage, operation: keyof Calls): Fault | undefined {
  const faults = listFaults(sql);
  const at = faults.findIndex((fault) => fault.operation === operation);
  const fault = faults[at];
  if (!fault) return undefined;
  const left = fault.count > 1 ? [{ ...fault, count: fault.count - 1 }] : [];
  setFaults(sql, faults.toSpliced(at, 1, ...left));
  return fault;
}

export class LostConnection extends Error {
  override readonly name: string = "LostConnection";

  constructor() {
    super("A fault dropped the connection.");
  }
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export function faultAnswer(
  fault: Pick<Fault, "retryAfterSeconds" | "message" | "body">,
  status: number,
  oauth: boolean,
  switches: CodeSwitch,
): Response {
  const { retryAfterSeconds, message = `A fault set the status ${status}.`, body: raw } = fault;
  const code =
    Object.entries(ERROR_CODES).find(([, known]) => known.status === status)?.[0] ?? `status_${status}`;
  const headers = {
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...(status < 400 && status >= 300 && { location: "https://sign-in.example/" }),
  };
  if (raw !== undefined || NO_BODY.has(status)) {
    const sent = { ...headers, "content-type": raw?.startsWith("<") ? "text/html" : "application/json" };
    return new Response(NO_BODY.has(status) ? null : raw, { status, headers: sent });
  }
  const body = oauth
    ? { error: status >= 500 ? "server_error" : "invalid_request", error_description: message }
    : { code: toSent(code, switches), message, details: [] };
  return Response.json(body, { status, headers });
}

export function brokenAnswer(): Response {
  const { readable, writable } = new TransformStream();
  void writable.abort(new LostConnection()).catch(() => {});
  const headers = { "content-type": "application/json", "content-length": "1024" };
  return new Response(readable, { headers });
}
