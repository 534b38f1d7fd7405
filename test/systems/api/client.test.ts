import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Address, basic, defineApi, type SenderApi } from "../../../src/systems/api/api.ts";
import { senderClient } from "../../../src/systems/api/client.ts";
import { findApi, isSetUp, senderApis } from "../../../src/systems/index.ts";

/** What was sent, and what is answered to it: a response each, or an error. */
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
const client = () => senderClient(API, ENV);
const read = { method: "GET", path: "/things/1" } as const;
const write = { method: "POST", path: "/things", body: { a: 1 } } as const;

describe("a read", () => {
  it.for([
    ["a page", () => new Response("<html>Please wait</html>")],
    ["a redirect", () => new Response("", { status: 302 })],
    ["a page with 403", () => new Response("<!doctype html>", { status: 403 })],
    ["a page with 404", () => new Response(" <html>", { status: 404 })],
    ["an empty 200", () => new Response("")],
    ["no JSON", () => new Response("ok")],
  ] as const)("is tried again where what answers is not the API: %s", async ([, answer]) => {
    answers.push(answer());
    await expect(client().call(read)).rejects.toMatchObject({ code: "sender_unavailable", retry: "backoff" });
  });

  it("is refused where the API itself says so, also without a text", async () => {
    for (const body of ["", '{"error":"none"}']) {
      answers.push(new Response(body, { status: 404 }));
      await expect(client().call(read)).rejects.toMatchObject({ code: "sender_refused" });
    }
  });
});

describe("a request", () => {
  it("goes to the system's own address with the credential, its query encoded and its body as JSON", async () => {
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

  it("can't replace the credential by a header of its own", async () => {
    await client().call({ ...read, headers: { authorization: "another" } });
    expect(sent[0]?.init.headers).toMatchObject({ authorization: basic("reeve@example.com", "c4n4ry-key") });
  });

  it("is not made where a part of the credential is missing", () => {
    expect(() => senderClient(API, { ...ENV, SERVICENOW_PASSWORD: "" })).toThrow(
      /^SERVICENOW_PASSWORD is not set/,
    );
    expect(() => senderClient(API, { ...ENV, SERVICENOW_URL: "https://evil.example" })).toThrow(
      /^SERVICENOW_URL must be/,
    );
  });

  it("without an answer's text gives null", async () => {
    answers.push(new Response(null, { status: 204 }));
    expect(await client().call(write)).toBeNull();
  });
});

describe("what goes wrong", () => {
  const status = (code: number, body = "") => new Response(body, { status: code });
  it.for<[string, () => Response | Error, string, string]>([
    ["400", () => status(400), "sender_refused", "sender_refused"],
    [
      "401, as a credential may be refused for a while",
      () => status(401),
      "sender_unavailable",
      "sender_unavailable",
    ],
    [
      "a limit by 403, as GitHub's secondary one",
      () => new Response("{}", { status: 403, headers: { "retry-after": "60" } }),
      "sender_unavailable",
      "sender_unavailable",
    ],
    [
      "a limit by 403 without a time",
      () => status(403, '{"message":"You have exceeded a secondary rate limit."}'),
      "sender_unavailable",
      "sender_unavailable",
    ],
    [
      "a used-up limit by 403",
      () => new Response("{}", { status: 403, headers: { "x-ratelimit-remaining": "0" } }),
      "sender_unavailable",
      "sender_unavailable",
    ],
    [
      "a limit by 400, as Linear's",
      () => status(400, '{"errors":[{"extensions":{"code":"RATELIMITED"}}]}'),
      "sender_unavailable",
      "sender_unavailable",
    ],
    [
      "a limit by 403 with a reason",
      () => status(403, '{"error":{"errors":[{"reason":"userRateLimitExceeded"}]}}'),
      "sender_unavailable",
      "sender_unavailable",
    ],
    [
      "a 403 while the limit is not used up",
      () => new Response("{}", { status: 403, headers: { "x-ratelimit-remaining": "17" } }),
      "sender_refused",
      "sender_refused",
    ],
    ["404", () => status(404), "sender_refused", "sender_refused"],
    ["408", () => status(408), "sender_unavailable", "sender_outcome_unknown"],
    ["429", () => status(429), "sender_unavailable", "sender_unavailable"],
    ["500", () => status(500), "sender_unavailable", "sender_outcome_unknown"],
    ["502", () => status(502), "sender_unavailable", "sender_outcome_unknown"],
    ["503", () => status(503), "sender_unavailable", "sender_unavailable"],
    ["no JSON", () => new Response("<html>"), "sender_unavailable", "sender_refused"],
    ["a broken connection", () => new Error("reset"), "sender_unavailable", "sender_outcome_unknown"],
    [
      "an answer that is too long",
      () => new Response("x".repeat(1024 * 1024 + 1)),
      "sender_unavailable",
      "sender_outcome_unknown",
    ],
  ])("%s", async ([, answer, ofRead, ofWrite]) => {
    answers.push(answer(), answer(), answer());
    await expect(client().call(read)).rejects.toMatchObject({ code: ofRead });
    await expect(client().call(write)).rejects.toMatchObject({ code: ofWrite });
    await expect(client().call({ ...write, reads: true })).rejects.toMatchObject({ code: ofRead });
  });

  it.for([301, 302, 303, 307, 308])("%i is not followed", async (code) => {
    answers.push(new Response(null, { status: code, headers: { location: "https://evil.example/" } }));
    await expect(client().call(read)).rejects.toMatchObject({ code: "sender_unavailable" });
    expect(sent).toHaveLength(1);
  });

  it("is told with the request and what was said, without what is secret, and no longer than needed", async () => {
    const said = `no: c4n4ry-key, ${basic("reeve@example.com", "c4n4ry-key")} ${"x".repeat(1_000)}`;
    answers.push(status(403, said));
    const error = await client()
      .call(read)
      .catch((thrown: Error) => thrown);
    const { message } = error as Error;
    expect(message).toMatch(/^acme, GET \/things\/1: 403 no: \[hidden\], \[hidden\] x+$/);
    expect(message.length).toBeLessThan(400);
  });

  it("does not show a secret that the cut goes through", async () => {
    answers.push(status(403, `${"x".repeat(295)}c4n4ry-key`));
    await expect(client().call(read)).rejects.toThrow(/x\[hidd$/);
  });
});

describe("an access token", () => {
  let nth = 0;
  /** A credential of its own, since tokens are kept by credential. */
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

  it("is got once, by a form, and used again", async () => {
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

  it("is got anew shortly before its end", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    answers.push(token("t1"), new Response("{}"), new Response("{}"), token("t2"));
    const one = tokenClient();
    await one.call(read);
    vi.setSystemTime(Date.now() + 3_539_000);
    await one.call(read);
    vi.setSystemTime(Date.now() + 2_000);
    await one.call(read);
    expect(story().slice(2)).toEqual(["/things/1 Bearer t1", "/token -", "/things/1 Bearer t2"]);
  });

  it("is not kept where it has no end", async () => {
    answers.push(token("t1", null), new Response("{}"), token("t2", null));
    const one = tokenClient();
    await one.call(read);
    await one.call(read);
    expect(story()).toEqual(["/token -", "/things/1 Bearer t1", "/token -", "/things/1 Bearer t2"]);
  });

  it("that is not taken any more is replaced, once", async () => {
    const one = tokenClient();
    answers.push(token("t1"), new Response("{}"), new Response("", { status: 401 }), token("t2"));
    await one.call(read);
    await one.call(write);
    expect(story().slice(2)).toEqual(["/things Bearer t1", "/token -", "/things Bearer t2"]);
    answers.push(new Response("", { status: 401 }), token("t3"), new Response("", { status: 401 }));
    await expect(one.call(read)).rejects.toMatchObject({ code: "sender_unavailable", httpStatus: 401 });
    expect(sent).toHaveLength(8);
  });

  it("that is refused is told without the secret, and is no answer to what was asked", async () => {
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
    ["none", {}],
    ["an empty one", { access_token: "" }],
    ["an answer of null", null],
  ] as const)("that is %s is a refusal", async ([, answer]) => {
    answers.push(Response.json(answer));
    await expect(tokenClient().call(read)).rejects.toThrow("acme gave no access token");
  });

  it("that can't be got now leaves what changes something undone", async () => {
    answers.push(new Error("reset"));
    await expect(tokenClient().call(write)).rejects.toMatchObject({ code: "sender_unavailable" });
    expect(sent).toHaveLength(1);
  });

  it("is not shown where an answer repeats it", async () => {
    answers.push(token("c4n4ry-token"), new Response("c4n4ry-token is no good", { status: 400 }));
    await expect(tokenClient().call(read)).rejects.toThrow(/400 \[hidden\] is no good$/);
  });
});

describe("the APIs that Reeve knows", () => {
  it.for(senderApis)("$system is set up by its credential", ({ system, address, variables }) => {
    expect(isSetUp(system, {})).toBe(false);
    expect(isSetUp(system, { [address.variable]: "https://x.example" })).toBe(false);
    for (const name of variables) expect(isSetUp(system, { [name]: "set" })).toBe(true);
  });

  it("has no other", () => {
    expect(() => findApi("constructor")).toThrow(/knows no API of "constructor"/);
  });
});
