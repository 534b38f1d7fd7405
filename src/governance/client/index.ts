// What other folders use of the client: `createGovernance(env).call(operation, input)`.

export { needed } from "./answer.ts";
export { type Attempt, defaultTransport, type Transport } from "./attempt.ts";
export { type Credential, type CredentialSettings, parseCredential } from "./credential.ts";
export type { Tokens } from "./exchange.ts";
export {
  credentialEnd,
  daysUntil,
  type ExpirySettings,
  endSentence,
  findWarning as warningOf,
  hasExpiry,
  lastingCredential,
} from "./expiry.ts";
export {
  type Connection,
  createGovernance,
  type Governance,
  type GovernanceBindings,
  governanceOver,
} from "./governance.ts";
export type { Item, PagedOperation } from "./paging.ts";
export { type GovernanceFacts, GovernanceProblem, type ServiceError } from "./problem.ts";
export {
  atMostCalls,
  type Declares,
  declaredReads,
  lookedAt,
  type ReadOnlyGovernance,
  type ReadOperation,
  readOnly,
  requireDeclared,
} from "./read-only.ts";
export type { CallOptions } from "./request.ts";
export { type TokenState, tokenState } from "./sealed-cache.ts";
