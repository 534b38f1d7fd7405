// Exports the parts of the client that other folders use: `createGovernance(env).call(operation, input)`.

export { needed } from "./answer.ts";
export { type Attempt, defaultTransport, type Transport } from "./attempt.ts";
export { parseCredential } from "./credential.ts";
export type { Tokens } from "./exchange.ts";
export {
  credentialEnd,
  daysUntil,
  findWarning as warningOf,
  formatExpiry as endSentence,
  hasExpiry,
  lastingCredential,
} from "./expiry.ts";
export { createGovernance, type Governance, type GovernanceBindings, governanceOver } from "./governance.ts";
export { GovernanceProblem } from "./problem.ts";
export {
  declaredReads,
  limitCalls,
  observeCalls,
  type ReadOnlyGovernance,
  readOnly,
  requireDeclared,
} from "./read-only.ts";
export type { CallOptions, Paced } from "./request.ts";
export { type TokenState, tokenState } from "./sealed-cache.ts";
