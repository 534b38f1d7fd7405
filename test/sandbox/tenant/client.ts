import { expect } from "vitest";
import { operations } from "../../../src/governance/contract/index.ts";
import type { Operation, OperationOutput } from "../../../src/governance/contract/operation.ts";
import { ErrorAnswer, formatErrorCode } from "../../../src/governance/contract/operation.ts";
import { TokenResponse } from "../../../src/governance/contract/token.ts";
import { withoutNulls } from "../../../src/sandbox/tenant/request.ts";

/** A tenant's response: its status, and its body as parsed JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface TestTenant {
  readonly hostname: string;
  readonly token: string;
  /** Calls an operation with the bearer token. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Calls `/_control/…`, which needs no token, and expects it to succeed. */
  control(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Issues a credential. */
  issue(request?: object): Promise<Issued>;
}

/** A credential with its secret. */
export interface Issued {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly expiresAt?: string;
}

/** Seeds a tenant at its own hostname, and gets an access token with a client secret. */
export async function tenantAt(
  hostname: string,
  { users = 60 }: { readonly users?: number } = {},
): Promise<TestTenant> {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`https://${hostname}${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...init,
    });
    return { status: response.status, body: await response.json<unknown>() };
  };
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, `/_control${path}`, body, {});
    expect(answer, `${method} ${path}`).toMatchObject({ status: 200 });
    return answer.body as Record<string, unknown>;
  };
  await control("POST", "/seed", { users });
  const issue = (request: object = {}) =>
    control("POST", "/credentials", request) as Promise<unknown> as Promise<Issued>;
  const response = await requestToken(`https://${hostname}`, await issue());
  const token = TokenResponse.parse(await response.json()).access_token;
  return {
    hostname,
    token,
    call: (method, path, body) => send(method, path, body, { authorization: `Bearer ${token}` }),
    control,
    issue,
  };
}

/** Requests a token with a client secret. */
export const requestToken = (
  origin: string,
  { clientId, clientSecret }: Pick<Issued, "clientId" | "clientSecret">,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${origin}${operations.createToken.path}`, {
    method: "POST",
    headers,
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  });

/** A response with every property of the contract, as this tenant returns it unless a switch is set otherwise. */
type Whole<Value> = Value extends readonly (infer Element)[]
  ? Whole<Element>[]
  : Value extends object
    ? { [Member in keyof Value]-?: Whole<Exclude<Value[Member], undefined>> }
    : Value;

/** Returns the response of a successful operation, checked against the contract and without unset messages. */
export function accepted<O extends Operation>(operation: O, answer: Answer): Whole<OperationOutput<O>> {
  expect(answer, operation.id).toMatchObject({ status: 200 });
  return operation.response.parse(withoutNulls(operation.response, answer.body)) as Whole<OperationOutput<O>>;
}

/** Summarizes an error response: its status, its code, and the invalid properties. */
export function refusal(answer: Answer): {
  readonly status: number;
  readonly code: string;
  readonly fields: string[];
} {
  const { code, details } = ErrorAnswer.parse(answer.body);
  return {
    status: answer.status,
    code: formatErrorCode(code),
    fields: (details ?? []).map(({ field }) => field),
  };
}

export const missing = { status: 404, code: "not_found", fields: [] };
export const invalid = (...fields: string[]) => ({ status: 400, code: "invalid_argument", fields });
