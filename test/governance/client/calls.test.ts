import { describe, expect, it } from "vitest";
import {
  type CallOptions,
  GovernanceProblem,
  governanceOver,
  type Transport,
} from "../../../src/governance/client/index.ts";
import { operations } from "../../../src/governance/contract/index.ts";
import { scripted } from "./fixtures.ts";

const { createCampaign, createToken, deleteSessionPolicy, getUser } = operations;
const user = () => Response.json({ userView: { user: { id: "u1" } } });
const campaign = () => Response.json({ accessReview: { accessReview: { id: "c1" } } });
const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ code: "some_code", message: "some message", details: [] }, { status, headers });

/** Creates a client with the tokens t1, t2, …: it gets the next one each time that a token is rejected. */
function client(transport: Transport) {
  let issued = 1;
  const tokens = { get: async () => `t${issued}`, renew: async () => `t${++issued}` };
  return governanceOver(() => ({ root: "https://acme.example.com", tokens }), transport);
}
const read = (transport: Transport, options?: CallOptions) =>
  client(transport).call(getUser, { path: { id: "u1" } }, options);
const remove = (transport: Transport) => client(transport).call(deleteSessionPolicy, { path: { id: "p1" } });
const once = (transport: Transport, options?: CallOptions) =>
  client(transport).call(createCampaign, { body: { displayName: "c4n4ry" } }, options);

async function catchProblem(promise: Promise<unknown>): Promise<GovernanceProblem> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof GovernanceProblem) return error;
  throw new Error("the call raised no GovernanceProblem", { cause: error });
}

/** A service that never responds, but rejects when the caller aborts. */
const silent = (init: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

describe("a response about an object other than the requested one", () => {
  const { createConnectorOwner } = operations;
  const path = { app_id: "app_1", connector_id: "con_1", role_slug: "owner", user_ref_id: "usr_1" };
  const owner = { appId: "app_1", connectorId: "con_1", roleSlug: "owner", user: { id: "usr_1" } };
  const made = (change: object) =>
    client(scripted(Response.json({ connectorOwnerUser: { ...owner, ...change } })).transport).call(
      createConnectorOwner,
      { path, body: { userRef: { id: "usr_1" } } },
    );

  it.for<[object, string, string]>([
    [{ appId: "app_2" }, "app_2", "app_1"],
    [{ connectorId: "con_2" }, "con_2", "con_1"],
    [{ roleSlug: "reviewer" }, "reviewer", "owner"],
    [{ user: { id: "usr_2\u202e" } }, "usr_2", "usr_1"],
  ])("is rejected with both ids in the error: %j", async ([change, came, asked]) => {
    expect(await catchProblem(made(change))).toMatchObject({
      code: "governance_bad_response",
      message: expect.stringContaining(`is "${came}" instead of "${asked}"`),
    });
  });

  it("is detected only by ids that differ, not by empty or missing ones", async () => {
    expect(await made({})).toBeDefined();
    expect(await made({ user: null })).toBeDefined();
    expect(await made({ appId: "", connectorId: "", roleSlug: "", user: { id: "" } })).toBeDefined();
  });
});

describe("a call", () => {
  it("sends the token, requests JSON and does not follow redirects", async () => {
    const { transport, sent } = scripted(user());
    expect((await read(transport)).userView?.user?.id).toBe("u1");
    const headers = { accept: "application/json", authorization: "Bearer t1" };
    const url = "https://acme.example.com/api/v1/users/u1";
    expect(sent).toMatchObject([{ url, init: { method: "GET", redirect: "manual", headers } }]);
  });

  it("keeps unknown properties of the response", async () => {
    const answer = { userView: { user: { id: "u1", shoeSize: 44 } }, next: { a: 1 } };
    expect(await read(scripted(Response.json(answer)).transport)).toEqual(answer);
  });

  it("reads a large response with multi-byte characters without changing it", async () => {
    const displayName = "aé€😀".repeat(200_000);
    const { transport } = scripted(Response.json({ userView: { user: { id: "u1", displayName } } }));
    expect((await read(transport)).userView?.user?.displayName === displayName).toBe(true);
  });

  it("accepts an empty response body if no property is required", async () => {
    expect(await remove(scripted(new Response(null, { status: 204 })).transport)).toEqual({});
    expect(await remove(scripted(new Response("")).transport)).toEqual({});
  });

  it.for([
    [
      "has a list instead of an object",
      () => Response.json({ userView: [] }),
      "the response.userView is not an object",
    ],
    ["is too large", () => new Response("x".repeat(17 * 1024 * 1024)), "too large"],
  ] as const)("rejects a response that %s", async ([, answer, told]) => {
    const { transport, sent } = scripted(answer());
    const problem = await catchProblem(read(transport));
    expect(problem).toMatchObject({ code: "governance_bad_response", operation: "getUser" });
    expect(problem.message).toContain(told);
    expect(problem.message).not.toContain("c4n4ry");
    expect(sent).toHaveLength(1);
  });

  it("stops reading a response without a declared length once the response is too large", async () => {
    let pulled = 0;
    const endless = new ReadableStream({
      type: "bytes",
      pull(controller: ReadableByteStreamController) {
        pulled++;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    const { transport } = scripted(new Response(endless));
    expect((await catchProblem(read({ ...transport, maxResponseBytes: 1024 * 1024 }))).message).toContain(
      "too large",
    );
    expect(pulled).toBeLessThan(30);
  });

  it("reports the missing permission of the credential after a 403", async () => {
    expect((await catchProblem(remove(scripted(refusal(403)).transport))).message).toMatch(
      /^deleteSessionPolicy: permission denied: the credential needs a role that allows DELETE \/api\/v\d\S+ \(HTTP 403\); some_code; some message$/,
    );
  });

  it.for([400, 404, 405, 409, 413, 415, 422])("reports a %i response without a retry", async (status) => {
    const { transport, sent } = scripted(refusal(status, { "x-request-id": "r-7" }));
    const problem = await catchProblem(once(transport));
    expect(problem).toMatchObject({
      code: "governance_refused",
      operation: "createCampaign",
      httpStatus: status,
      requestId: "r-7",
      service: { code: "some_code", message: "some message" },
    });
    expect(problem.message).toBe(
      `createCampaign: refused (HTTP ${status}, request r-7); some_code; some message`,
    );
    expect(sent).toHaveLength(1);
  });

  it("that can be repeated is retried twice after a 500 in the service's own error format, and then reports the service's message", async () => {
    const { transport, sent } = scripted(...[1, 2, 3, 4].map(() => refusal(500)));
    expect(await catchProblem(remove(transport))).toMatchObject({
      code: "governance_refused",
      httpStatus: 500,
      message: "deleteSessionPolicy: the service failed (HTTP 500); some_code; some message",
    });
    expect(sent).toHaveLength(3);
  });

  it("reports the invalid properties that the service names", async () => {
    const answer = {
      code: "invalid_argument",
      message: "no",
      details: [{ field: "policyId", message: "is unknown" }],
    };
    const { transport } = scripted(Response.json(answer, { status: 400 }));
    expect((await catchProblem(once(transport))).message).toContain("policyId: is unknown");
  });

  it("removes the token and control characters from the service's message", async () => {
    const answer = { code: "invalid_argument", message: "bad\r\nBearer t1 in request" };
    const { transport } = scripted(Response.json(answer, { status: 400 }));
    expect((await catchProblem(read(transport))).service?.message).toBe("bad Bearer [secret] in request");
  });

  it("removes the secret of a token request from the service's message", async () => {
    const answer = { error: "invalid_client", error_description: "secret-token:x:c4n4ry is wrong" };
    const { transport, sent } = scripted(Response.json(answer, { status: 401 }));
    const body = {
      grant_type: "client_credentials",
      client_id: "a@b.c/d",
      client_secret: "secret-token:x:c4n4ry",
    };
    const problem = await catchProblem(client(transport).call(createToken, { body }));
    expect(problem).toMatchObject({
      code: "governance_unauthenticated",
      service: { code: "invalid_client" },
    });
    expect(JSON.stringify(problem) + problem.message).not.toContain("c4n4ry");
    expect(sent[0]?.init.headers).not.toHaveProperty("authorization");
  });
});

describe("a temporary failure", () => {
  it.for([408, 429, 502, 503, 504])(
    "with status %i causes retries of reads and repeatable calls, with growing delays",
    async (status) => {
      for (const [call, answer] of [
        [read, user],
        [remove, () => Response.json({})],
      ] as const) {
        const busy = Array.from({ length: 3 }, () => refusal(status));
        const { transport, sent, slept } = scripted(...busy, answer());
        await call(transport);
        expect(sent).toHaveLength(4);
        expect(slept).toEqual([250, 500, 1_000]);
      }
    },
  );

  it.for([
    [503, 4],
    [500, 1],
    [501, 1],
    [505, 1],
  ] as const)("with status %i and an HTML page ends a read at attempt %i", async ([status, times]) => {
    const { transport, sent } = scripted(...Array.from({ length: 9 }, () => new Response("<p>", { status })));
    const gone = { code: "governance_unavailable", httpStatus: status, retry: "backoff" };
    expect(await catchProblem(read(transport))).toMatchObject(gone);
    expect(sent).toHaveLength(times);
  });

  it("causes a retry of a read after the delay in Retry-After", async () => {
    const { transport, slept } = scripted(refusal(429, { "retry-after": "3" }), user());
    await read(transport);
    expect(slept).toEqual([3_250]);
  });

  it("ends the call and reports the delay if Retry-After is too long to wait", async () => {
    const { transport, sent, slept } = scripted(refusal(503, { "retry-after": "3600" }));
    expect(await catchProblem(read(transport))).toMatchObject({
      code: "governance_unavailable",
      retryAfterMs: 3_600_000,
    });
    expect([sent.length, slept]).toEqual([1, []]);
  });

  const stalled = async (init: RequestInit) =>
    new Response(
      new ReadableStream({
        type: "bytes",
        start: (controller: ReadableByteStreamController) =>
          init.signal?.addEventListener("abort", () => controller.error(init.signal?.reason)),
      }),
    );

  it.for([
    ["a lost connection", new TypeError("Network connection lost.")],
    ["a timeout", silent],
    ["a body that stalls", stalled],
  ] as const)("such as %s causes a retry of a read", async ([, fault]) => {
    const { transport, sent } = scripted(fault, user());
    await read({ ...transport, timeoutMs: 10 });
    expect(sent).toHaveLength(2);
  });
});

describe("a response that does not come from the API", () => {
  const page = (status: number) => () => new Response("<html>c4n4ry</html>", { status });
  const location = { location: "https://evil.example/c4n4ry" };
  const unreadable = [
    ["a response that is cut off", () => new Response('{"userView":{"c4n4'), "unexpected JSON"],
    ["a JSON list", () => Response.json(["c4n4ry"]), "unexpected JSON"],
    ["a JSON string", () => Response.json("c4n4ry"), "plain text"],
    ["white space", () => new Response(" \n"), "an empty body"],
  ] as const;
  const foreign = [
    ["an HTML page", page(200), "HTML"],
    ["a redirect", () => new Response(null, { status: 302, headers: location }), "a redirect"],
    ["an HTML page with 403", page(403), "HTML"],
    ["an HTML page with 404", page(404), "HTML"],
    ["no body with 404", () => new Response(null, { status: 404 }), "an empty body"],
    ["a proxy's error", () => Response.json({ error: "c4n4ry" }, { status: 403 }), "unexpected JSON"],
    ["only a message", () => Response.json({ message: "c4n4ry" }, { status: 404 }), "unexpected JSON"],
    ["a text with 400", () => new Response("c4n4ry", { status: 400 }), "plain text"],
  ] as const;
  const others = [...unreadable, ...foreign];

  it.for([
    ...others.map((other) => [`a read after ${other[0]}`, read, user, other[1]] as const),
    ...foreign.map(
      (other) => [`a delete after ${other[0]}`, remove, () => Response.json({}), other[1]] as const,
    ),
  ])("causes retries of %s", async ([, call, well, answer]) => {
    const { transport, sent, slept } = scripted(answer(), answer(), answer(), well());
    await call(transport);
    expect([sent.length, slept]).toEqual([4, [250, 500, 1_000]]);
  });

  it.for(unreadable)("is treated as a change's success if its status is 200: %s", async ([, answer]) => {
    for (const call of [remove, once]) {
      const { transport, sent } = scripted(answer());
      await call(transport);
      expect(sent).toHaveLength(1);
    }
  });

  it.for(others)("is described but not quoted in the error: %s", async ([, answer, came]) => {
    const { transport, sent } = scripted(answer(), answer(), answer(), answer());
    const problem = await catchProblem(read(transport));
    const { status } = answer();
    expect(problem).toMatchObject({ code: "governance_unavailable", httpStatus: status, retry: "backoff" });
    expect(problem.message).toMatch(
      /^getUser: received .* instead of a response from the API; check the tenant's address and any proxy in between \(HTTP \d+\)$/,
    );
    expect(problem.message).toContain(`received ${came}`);
    expect(problem.message).not.toContain("c4n4ry");
    expect(sent).toHaveLength(4);
  });

  it.for(foreign)(
    "leaves the creation of a campaign uncertain, without a further attempt: %s",
    async ([, answer]) => {
      const { transport, sent } = scripted(answer(), campaign());
      expect(await catchProblem(once(transport))).toMatchObject({
        code: "governance_outcome_unknown",
        retry: "never",
      });
      expect(sent).toHaveLength(1);
    },
  );

  it("is not assumed if an error from the API has a numeric code and unusual details", async () => {
    const answer = {
      code: 5,
      message: "no such user",
      details: [{ "@type": "x" }, { field: "id", message: "?" }],
    };
    const { transport, sent } = scripted(Response.json(answer, { status: 404 }));
    expect(await catchProblem(read(transport))).toMatchObject({
      code: "governance_refused",
      httpStatus: 404,
      service: { code: "not_found", message: "no such user", details: [{ field: "id", message: "?" }] },
    });
    expect(sent).toHaveLength(1);
  });
});

describe("an operation that must not happen twice", () => {
  it.for([
    ["a response with 500", () => refusal(500)],
    ["a response with 503 and Retry-After", () => refusal(503, { "retry-after": "1" })],
    ["a response with 408", () => refusal(408)],
    ["a response with 502", () => refusal(502)],
    ["a lost connection", () => new TypeError("Network connection lost.")],
    ["a timeout", () => silent],
  ] as const)("is not sent again after %s", async ([, answer]) => {
    const { transport, sent } = scripted(answer(), campaign());
    const problem = await catchProblem(once({ ...transport, timeoutMs: 10 }));
    expect(problem).toMatchObject({ code: "governance_outcome_unknown", retry: "never" });
    expect(problem.message).not.toContain("c4n4ry");
    expect(sent).toHaveLength(1);
  });

  it("is sent again after a 429 or a 401, which mean that the operation was not carried out", async () => {
    const { transport, sent } = scripted(refusal(429), refusal(401), refusal(429), campaign());
    await once(transport);
    expect(sent).toHaveLength(4);
  });

  it("is reported as not carried out if every response is a 429", async () => {
    const { transport } = scripted(...Array.from({ length: 4 }, () => refusal(429)));
    expect(await catchProblem(once(transport))).toMatchObject({
      code: "governance_unavailable",
      httpStatus: 429,
    });
  });

  it("has an unknown outcome if it is aborted in flight", async () => {
    const { transport } = scripted(silent);
    expect(await catchProblem(once(transport, { signal: AbortSignal.timeout(10) }))).toMatchObject({
      code: "governance_outcome_unknown",
    });
  });

  it("is not sent if it is aborted before the first attempt", async () => {
    const { transport, sent } = scripted(campaign());
    await expect(once(transport, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    expect(sent).toHaveLength(0);
  });
});

describe("a token that is rejected", () => {
  it("is replaced, and its call is repeated once", async () => {
    const { transport, sent, slept } = scripted(refusal(401), user());
    await read(transport);
    expect(sent.map(({ init }) => new Headers(init.headers).get("authorization"))).toEqual([
      "Bearer t1",
      "Bearer t2",
    ]);
    expect(slept).toEqual([]);
  });

  it("ends the call if its replacement is rejected too", async () => {
    const { transport, sent } = scripted(refusal(401), refusal(401));
    const unknown = { code: "governance_unauthenticated", httpStatus: 401 };
    expect(await catchProblem(read(transport))).toMatchObject(unknown);
    expect(sent).toHaveLength(2);
  });
});

it("a read stops if it is aborted while waiting or in flight", async () => {
  const reason = new Error("enough");
  const waiting = new AbortController();
  const { transport, sent } = scripted(async () => {
    waiting.abort(reason);
    return refusal(503);
  });
  await expect(
    read({ ...transport, sleep: async (_, signal) => signal?.throwIfAborted() }, { signal: waiting.signal }),
  ).rejects.toBe(reason);
  expect(sent).toHaveLength(1);

  const sending = new AbortController();
  const call = read(scripted(silent).transport, { signal: sending.signal });
  setTimeout(() => sending.abort(reason), 5);
  await expect(call).rejects.toBe(reason);
});
