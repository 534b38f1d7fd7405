import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Address, basic, defineApi, type SenderApi } from "../../../src/systems/api/api.ts";
import { senderClient } from "../../../src/systems/api/client.ts";
import { findApi, isSetUp, senderApis } from "../../../src/systems/index.ts";

/** The requests sent, and the result of each: a response or an error. */
let sent: { url: string; init: RequestInit }[] = [];
let answers: (Response | Error)[] = [];
beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    sent.push({ url: url.href, init });
    const answer = answers.shift() ?? new Response("{}");
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ADDRESS: Address = { variable: "SERVICENOW_URL", hosts: [".acme.example"] };
const API: SenderApi = {
  system: "acme",
  ...defineApi({
    address: ADDRESS,
    variables: ["SERVICENOW_USER", "SERVICENOW_PASSWORD"],
    end: "unknown",
    authorize: ({ SERVICENOW_USER, SERVICENOW_PASSWORD }) => ({
      authorization: basic(SERVICENOW_USER, SERVICENOW_PASSWORD),
    }),
  }),
};
const ENV = {
  SERVICENOW_URL: "https://one.acme.example",
  SERVICENOW_USER: "reeve@example.com",
  SERVICENOW_PASSWORD: "c4n4ry-key",
};
const origin = ENV.SERVICENOW_URL;
const client = () => senderClient(API, ENV);
const read = { method: "GET", path: "/things/1" } as const;
const write = { method: "POST", path: "/things", body: { a: 1 } } as const;

describe("a read", () => {
  it.for([
    ["a page", () => new Response("<html>Please wait</html>")],
    ["a redirect", () => new Response("", { status: 302 })],
    ["a page with 403", () => new Response("<!doctype html>", { status: 403 })],
    ["a page with 404", () => new Response(" <html>", { status: 404 })],
    ["an empty response with status 200", () => new Response("")],
    ["a text that is not JSON", () => new Response("ok")],
  ] as const)("can be retried if the response does not come from the API: %s", async ([, answer]) => {
    answers.push(answer());
    await expect(client().call(read)).rejects.toMatchObject({ code: "sender_unavailable", retry: "backoff" });
  });

  it("fails if the API itself rejects the request, even without a message", async () => {
    for (const body of ["", '{"error":"none"}']) {
      answers.push(new Response(body, { status: 404 }));
      await expect(client().call(read)).rejects.toMatchObject({ code: "sender_refused" });
    }
  });
});

describe("a request", () => {
  it("is sent to the system's configured address with the credential, an encoded query and a JSON body", async () => {
    answers.push(Response.json({ id: 1 }));
    expect(await client().call({ ...write, query: { q: "a&b=c" }, headers: { "x-version": "1" } })).toEqual({
      id: 1,
    });
    expect(sent[0]?.url).toBe("https://one.acme.example/things?q=a%26b%3Dc");
    expect(sent[0]?.init).toMatchObject({
      method: "POST",
      redirect: "manual",
      body: '{"a":1}',
      headers: {
        accept: "application/json",
        authorization: basic("reeve@example.com", "c4n4ry-key"),
        "content-type": "application/json",
        "x-version": "1",
      },
    });
    expect(sent[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it("can't replace the credential with its own header", async () => {
    await client().call({ ...read, headers: { authorization: "another" } });
    expect(sent[0]?.init.headers).toMatchObject({ authorization: basic("reeve@example.com", "c4n4ry-key") });
  });

  it("is not sent if a part of the credential is missing or the address is invalid", () => {
    expect(() => senderClient(API, { ...ENV, SERVICENOW_PASSWORD: "" })).toThrow(
      /^SERVICENOW_PASSWORD is not set/,
    );
    expect(() => senderClient(API, { ...ENV, SERVICENOW_URL: "https://evil.example" })).toThrow(
      /^SERVICENOW_URL must be/,
    );
  });

  it("returns null for a 204 response", async () => {
    answers.push(new Response(null, { status: 204 }));
    expect(await client().call(write)).toBeNull();
  });
});

describe("a failed request", () => {
  const status = (code: number, body = "", headers = {}) => new Response(body, { status: code, headers });
  const [no, later, unknown] = ["sender_refused", "sender_unavailable", "sender_outcome_unknown"];
  it.for<[string, () => Response | Error, string, string]>([
    ["400", () => status(400), no, no],
    ["401, because a credential can be rejected temporarily", () => status(401), later, later],
    ["a rate limit like GitHub's", () => status(403, "{}", { "retry-after": "60" }), later, later],
    ["a rate limit with 403 and no time", () => status(403, "A secondary rate limit."), later, later],
    ["an exhausted rate limit", () => status(403, "{}", { "x-ratelimit-remaining": "0" }), later, later],
    ["a rate limit like Linear's", () => status(400, '{"code":"RATELIMITED"}'), later, later],
    ["a rate limit like Google's", () => status(403, '{"reason":"userRateLimitExceeded"}'), later, later],
    ["403 within the rate limit", () => status(403, "{}", { "x-ratelimit-remaining": "17" }), no, no],
    ["404", () => status(404), no, no],
    ["408", () => status(408), later, unknown],
    ["429", () => status(429), later, later],
    ["500", () => status(500), later, unknown],
    ["502", () => status(502), later, unknown],
    ["503", () => status(503), later, later],
    ["a page", () => new Response("<html>"), later, unknown],
    ["a page with 403", () => new Response("<html>", { status: 403 }), later, later],
    ["a response that is not JSON", () => new Response("ok"), later, unknown],
    ["a broken connection", () => new Error("reset"), later, unknown],
    ["a response that is too long", () => new Response("x".repeat(1024 * 1024 + 1)), later, unknown],
  ])("is reported with the problem code for %s", async ([, answer, ofRead, ofWrite]) => {
    answers.push(answer(), answer(), answer());
    await expect(client().call(read)).rejects.toMatchObject({ code: ofRead });
    await expect(client().call(write)).rejects.toMatchObject({ code: ofWrite });
    await expect(client().call({ ...write, reads: true })).rejects.toMatchObject({ code: ofRead });
  });

  it("is reported with Reeve's own time limit if there is no response", async () => {
    answers.push(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    await expect(client().call(read)).rejects.toThrow(
      /^acme, GET \/\S*: did not respond within 10 seconds \(Reeve's limit\)$/,
    );
  });

  it.for([
    ...[301, 302, 303, 307, 308].map((code) => [code, "https://evil.example/"] as const),
    ...["http://one.acme.example/", "https://one.acme.example:8443/", "//evil.example/", "https://[", ""].map(
      (to) => [308, to] as const,
    ),
    ...[302, 303].map((code) => [code, "/things/2"] as const),
  ])("does not follow a redirect with status %i to %j", async ([code, location]) => {
    answers.push(new Response(null, { status: code, headers: { location } }));
    await expect(client().call(read)).rejects.toMatchObject({ code: "sender_unavailable" });
    answers.push(new Response(null, { status: code, headers: { location } }));
    await expect(client().call(write)).rejects.toMatchObject({ code: "sender_refused" });
    expect(sent).toHaveLength(2);
  });

  it.for([
    [301, "PATCH"],
    [307, "POST"],
    [308, "GET"],
  ] as const)(
    "with a redirect (%i) on the same server is sent once to the new address: %s",
    async ([code, method]) => {
      const location = "/repositories/7/issues/1?a=b";
      const moved = () => new Response(null, { status: code, headers: { location } });
      const request = { ...write, method, ...(method === "GET" && { body: undefined }) };
      answers.push(moved(), Response.json({ id: 1 }));
      expect(await client().call(request)).toEqual({ id: 1 });
      expect(sent.map(({ url }) => url)).toEqual([`${origin}/things`, `${origin}${location}`]);
      expect(sent[1]?.init).toEqual({ ...sent[0]?.init, signal: expect.any(AbortSignal) });
      answers.push(moved(), moved(), Response.json({ id: 2 }));
      await expect(client().call(request)).rejects.toThrow(`${code}`);
      expect(sent).toHaveLength(4);
    },
  );

  it.for([
    [429, { "retry-after": "90" }, 90_000],
    [403, { "retry-after": "60" }, 60_000],
    [503, {}, undefined],
  ] as const)("with %i and headers %j reports the delay %j", async ([code, headers, retryAfterMs]) => {
    answers.push(status(code, "", headers));
    await expect(client().call(read)).rejects.toMatchObject({ retryAfterMs });
  });

  it("is reported with the request and the response, shortened and without secrets", async () => {
    const said = `no: c4n4ry-key, ${basic("reeve@example.com", "c4n4ry-key")} ${"x".repeat(1_000)}`;
    answers.push(status(403, said));
    const error = await client()
      .call(read)
      .catch((thrown: Error) => thrown);
    const { message } = error as Error;
    expect(message).toMatch(/^acme, GET \/things\/1: 403 no: \[hidden\], \[hidden\] x+$/);
    expect(message.length).toBeLessThan(400);
  });

  it("is reported without a secret, even if shortening cuts the secret in two", async () => {
    answers.push(status(403, `${"x".repeat(295)}c4n4ry-key`));
    await expect(client().call(read)).rejects.toThrow(/x\[hidd$/);
  });
});

describe("an access token", () => {
  let nth = 0;
  /** Makes a client with its own credential, because tokens are cached by credential. */
  const tokenClient = () => {
    const MICROSOFT_CLIENT_SECRET = `c4n4ry-secret-${++nth}`;
    const api = defineApi({
      address: ADDRESS,
      variables: ["MICROSOFT_CLIENT_SECRET"],
      end: "unknown",
      authorize: (values, signIn) =>
        signIn({ address: ADDRESS, path: "/token", id: "acme", secret: values.MICROSOFT_CLIENT_SECRET }),
    });
    return senderClient({ system: "acme", ...api }, { ...ENV, MICROSOFT_CLIENT_SECRET });
  };
  const token = (name: string, seconds: unknown = 3_600) =>
    Response.json({ access_token: name, expires_in: seconds });
  const story = () =>
    sent.map(({ url, init }) => {
      const { authorization } = init.headers as Record<string, string>;
      return `${new URL(url).pathname} ${authorization ?? "-"}`;
    });

  it("is requested once, by posting a form, and then reused", async () => {
    answers.push(token("t1"));
    const one = tokenClient();
    await one.call(read);
    await one.call(read);
    expect(story()).toEqual(["/token -", "/things/1 Bearer t1", "/things/1 Bearer t1"]);
    expect(sent[0]?.init).toMatchObject({
      body: `grant_type=client_credentials&client_id=acme&client_secret=c4n4ry-secret-${nth}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  });

  it.for<[lifetime: unknown, firstMs: number, thenMs: number]>([
    [3_600, 3_539_000, 2_000],
    ...[null, 0, -1, "soon"].map((unknown) => [unknown, 200_000, 100_000] as [unknown, number, number]),
  ])("with the lifetime %s is used for %i ms, and renewed %i ms later", async ([lifetime, ms, laterMs]) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    answers.push(token("t1", lifetime), new Response("{}"), new Response("{}"), token("t2", lifetime));
    const one = tokenClient();
    await one.call(read);
    vi.setSystemTime(Date.now() + ms);
    await one.call(read);
    vi.setSystemTime(Date.now() + laterMs);
    await one.call(read);
    expect(story().slice(2)).toEqual(["/things/1 Bearer t1", "/token -", "/things/1 Bearer t2"]);
  });

  it("is replaced once after the API rejects it", async () => {
    const one = tokenClient();
    answers.push(token("t1"), new Response("{}"), new Response("", { status: 401 }), token("t2"));
    await one.call(read);
    await one.call(write);
    expect(story().slice(2)).toEqual(["/things Bearer t1", "/token -", "/things Bearer t2"]);
    answers.push(new Response("", { status: 401 }), token("t3"), new Response("", { status: 401 }));
    await expect(one.call(read)).rejects.toMatchObject({ code: "sender_unavailable", httpStatus: 401 });
    expect(sent).toHaveLength(8);
  });

  it("that the system does not issue is reported without the secret, and not as a missing record", async () => {
    const one = tokenClient();
    answers.push(new Response(`c4n4ry-secret-${nth} is wrong`, { status: 404 }));
    const error = await one.call(read).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "sender_refused",
      message: "acme, POST /token: 404 [hidden] is wrong",
    });
    expect(error).not.toHaveProperty("httpStatus");
  });

  it.for([
    ["missing", {}],
    ["empty", { access_token: "" }],
    ["missing because the response is null", null],
  ] as const)("is reported as not returned if it is %s", async ([, answer]) => {
    answers.push(Response.json(answer));
    await expect(tokenClient().call(read)).rejects.toThrow("acme returned no access token");
  });

  it("that can't be obtained prevents a change from being sent", async () => {
    answers.push(new Error("reset"));
    await expect(tokenClient().call(write)).rejects.toMatchObject({ code: "sender_unavailable" });
    expect(sent).toHaveLength(1);
  });

  it("is hidden in the error if the response repeats it", async () => {
    answers.push(token("c4n4ry-token"), new Response("c4n4ry-token is no good", { status: 400 }));
    await expect(tokenClient().call(read)).rejects.toThrow(/400 \[hidden\] is no good$/);
  });
});

describe("the catalogue of APIs", () => {
  it.for(senderApis)(
    "treats $system as set up once any part of its credential is set",
    ({ system, address, variables }) => {
      expect(isSetUp(system, {})).toBe(false);
      expect(isSetUp(system, { [address.variable]: "https://x.example" })).toBe(false);
      for (const name of variables) expect(isSetUp(system, { [name]: "set" })).toBe(true);
    },
  );

  it.for([
    ["x-sn-apikey", "a-key", { SERVICENOW_API_KEY: "a-key" }],
    ["authorization", basic("reeve", "a-key"), { SERVICENOW_USER: "reeve", SERVICENOW_PASSWORD: "a-key" }],
  ] as const)("defines the header %s for ServiceNow", async ([header, value, credential]) => {
    const env = { SERVICENOW_URL: "https://acme.service-now.com", ...credential };
    await senderClient(findApi("servicenow"), env).call(read);
    expect(new Headers(sent[0]?.init.headers).get(header)).toBe(value);
  });

  it("has no API for an unknown system", () => {
    expect(() => findApi("constructor")).toThrow(/uses no API of "constructor"/);
  });
});
