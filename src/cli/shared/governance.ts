// The governance API client for commands: on Node, and read-only.

import {
  type Credential,
  type CredentialSettings,
  parseCredentials,
} from "../../governance/client/credential.ts";
import {
  defaultTransport,
  governanceOver,
  type ReadOnlyGovernance,
  readOnly,
  type Tokens,
  type Transport,
} from "../../governance/client/index.ts";
import { issueToken, type Token } from "../../governance/client/token.ts";
import { tokensInOrder } from "../../governance/client/tokens.ts";

/**
 * Returns a read-only client for the tenant that these variables name, with tokens in memory.
 * @throws Problem if there is no credential
 */
export function connectGovernance(
  settings: CredentialSettings,
  fetch: Transport["fetch"] = defaultTransport.fetch,
): ReadOnlyGovernance {
  const transport: Transport = { ...defaultTransport, fetch };
  const [first, ...others] = parseCredentials(settings);
  const source = (credential: Credential) => ({
    clientId: credential.clientId,
    tokens: makeTokens(credential, transport),
    memory: {},
  });
  const tokens = tokensInOrder([source(first), ...others.map(source)], transport.now);
  return readOnly(governanceOver(() => ({ root: first.root, tokens }), transport));
}

/** Returns tokens for a credential. A token is used until the service rejects it. */
function makeTokens(credential: Credential, transport: Transport): Tokens {
  let issued: Promise<string> | undefined;
  let proofKey: Token["proofKey"];
  const renew = () => {
    issued = issueToken(credential, transport).then((token) => {
      proofKey = token.proofKey;
      return token.accessToken;
    });
    return issued;
  };
  return { get: () => issued ?? renew(), renew, proofKey: () => proofKey };
}
