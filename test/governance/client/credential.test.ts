import { describe, expect, it } from "vitest";
import { Problem } from "../../../src/base/problem.ts";
import { parseCredential } from "../../../src/governance/client/credential.ts";
import { encodeKey, RFC8037_JWK, settings } from "./fixtures.ts";

const key = encodeKey(RFC8037_JWK);
const ID = "GOVERNANCE_CLIENT_ID";
const SECRET = "GOVERNANCE_CLIENT_SECRET";
const URL = "GOVERNANCE_BASE_URL";

describe("a credential", () => {
  it("contains the hostname, the API root and the key", () => {
    expect(parseCredential(settings({ [ID]: "quiet-owl-12345@acme.c1eu.ai/reeve" }))).toMatchObject({
      clientId: "quiet-owl-12345@acme.c1eu.ai/reeve",
      hostname: "acme.c1eu.ai",
      root: "https://acme.c1eu.ai",
      flow: "assertion",
      key: RFC8037_JWK,
    });
  });

  it.for([
    ["without a version", `secret-token:acme:${key}`],
    ["with a version", `secret-token:acme.example.com:v1:${key}`],
    [
      "with properties in the JWK that Reeve does not know",
      `secret-token:acme:${encodeKey({ ...RFC8037_JWK, kid: "1" })}`,
    ],
    ["followed by a line end", `secret-token:acme:${key}\n`],
  ])("can have a secret %s", ([, secret]) => {
    expect(parseCredential(settings({ GOVERNANCE_CLIENT_SECRET: secret })).key).toEqual(RFC8037_JWK);
  });

  it.for([
    ["another address", "https://proxy.example.net/governance/", "https://proxy.example.net/governance"],
    ["a port", "https://acme.example.com:8443", "https://acme.example.com:8443"],
    ["http to this machine", "http://localhost:8788", "http://localhost:8788"],
    ["http to this machine by IPv4", "http://127.0.0.1:8788/", "http://127.0.0.1:8788"],
    ["http to this machine by IPv6", "http://[::1]:8788", "http://[::1]:8788"],
    ["an empty string", "", "https://acme.example.com"],
  ] as const)("can have %s as base URL", ([, url, root]) => {
    const credential = parseCredential(settings({ GOVERNANCE_BASE_URL: url }));
    expect(credential).toMatchObject({ root, hostname: "acme.example.com" });
  });

  it.for([
    [ID, "unset", undefined],
    [ID, "without a hostname", "quiet-owl/reeve"],
    [ID, "without a use case", "quiet-owl@acme.example.com"],
    [ID, "with a port", "quiet-owl@acme.example.com:8443/reeve"],
    [ID, "with userinfo", "quiet-owl@user:pw@acme.example.com/reeve"],
    [ID, "with an IPv4 address", "quiet-owl@169.254.169.254/reeve"],
    [ID, "with an IPv4 address in hex", "quiet-owl@0xa9fea9fe/reeve"],
    [ID, "with an IPv4 address as one number", "quiet-owl@2852039166/reeve"],
    [ID, "with an IPv4 address in parts", "quiet-owl@acme.0x7f/reeve"],
    [ID, "with an IPv6 address", "quiet-owl@[::1]/reeve"],
    [ID, "with a percent-encoded host", "quiet-owl@acme%2eexample.com/reeve"],
    [ID, "with a Unicode host", "quiet-owl@äcme.example.com/reeve"],
    [ID, "with an empty label", "quiet-owl@acme..com/reeve"],
    [ID, "with white space", "quiet owl@acme.example.com/reeve"],
    [SECRET, "unset", undefined],
    [SECRET, "of another scheme", `token:acme:${key}`],
    [SECRET, "without a label", `secret-token::${key}`],
    [SECRET, "without a key", "secret-token:acme:"],
    [SECRET, "of an unknown version", `secret-token:acme:v2:${key}`],
    [SECRET, "of too many parts", `secret-token:acme:v1:x:${key}`],
    [SECRET, "not in base64url", "secret-token:acme:c4n4ry!!"],
    [SECRET, "without JSON", `secret-token:acme:${encodeKey("c4n4ry").slice(2)}`],
    [SECRET, "with another kind of key", `secret-token:acme:${encodeKey({ kty: "EC" })}`],
    [SECRET, "with another curve", `secret-token:acme:${encodeKey({ ...RFC8037_JWK, crv: "X25519" })}`],
    [SECRET, "with only the public key", `secret-token:acme:${encodeKey({ ...RFC8037_JWK, d: undefined })}`],
    [URL, "not a URL", "acme"],
    [URL, "with http to elsewhere", "http://acme.example.com"],
    [URL, "with http to a name that begins like this machine", "http://localhost.example.com"],
    [URL, "of another scheme", "ftp://acme.example.com"],
    [URL, "with userinfo", "https://user:c4n4ry@acme.example.com"],
    [URL, "with a query", "https://acme.example.com/?c4n4ry=1"],
    [URL, "with an empty query", "https://acme.example.com/?"],
    [URL, "with a fragment", "https://acme.example.com/#c4n4ry"],
    ["GOVERNANCE_TOKEN_FLOW", "unknown", "c4n4ry"],
  ] as const)("is rejected with an error that omits the invalid value: %s %s", ([name, , value]) => {
    const parse = () => parseCredential(settings({ [name]: value }));
    expect(parse).toThrow(Problem);
    expect(parse).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
    expect(parse).toThrow(name);
    try {
      parse();
    } catch (error) {
      const told = `${error} ${error instanceof Error ? error.cause : ""}`;
      expect(told).not.toContain("c4n4ry");
      expect(told).not.toContain(RFC8037_JWK.d);
    }
  });
});
