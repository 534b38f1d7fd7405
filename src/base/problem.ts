// The table of problems: code, HTTP status, retry behaviour, and a sentence that anyone may read.
import * as z from "zod";

interface ProblemFacts {
  /** HTTP status of the response to a caller. */
  readonly status: number;
  /** `backoff` if the same attempt might succeed later. */
  readonly retry: "never" | "backoff";
  /** Sentence for a sender or requester. Operators see the details; for requesters, see {@link isForRequester}. */
  readonly public: string;
}

const lasting = (status: number, text: string): ProblemFacts => ({ status, retry: "never", public: text });
const passing = (status: number, text: string): ProblemFacts => ({ status, retry: "backoff", public: text });

/** The facts about each problem, by code. Problems declared as `passing` might not occur on the next attempt. */
export const problems = {
  unknown_source: lasting(404, "There is no sender with this name."),
  unknown_action: lasting(404, "There is no action with this name. GET /hooks/actions lists all actions."),
  source_not_configured: passing(503, "This sender has no valid secret yet."),
  keys_unavailable: passing(503, "The keys to verify this delivery can't be fetched. Please send it again."),
  delivery_refused: lasting(401, "The delivery could not be verified."),
  method_not_allowed: lasting(405, "Send deliveries with POST."),
  delivery_too_large: lasting(413, "The delivery is too large: the limit is 1 MiB."),
  delivery_encoded: lasting(415, "The delivery has a content-encoding. Send it without one."),
  delivery_malformed: lasting(422, "The delivery does not have the format that its sender documents."),
  desk_unavailable: passing(503, "The delivery could not be stored. Please send it again."),
  decision_conflict: lasting(409, "The current state does not allow this."),
  run_unfinished: lasting(409, "The run has not ended. Its receipt is made when it ends."),
  signing_not_configured: lasting(
    503,
    "Receipts and checkpoints need a key: set the secret EVIDENCE_KEY, as described in docs/trust/evidence.md.",
  ),
  decision_forbidden: lasting(403, "You can't decide this. Another person must decide."),
  control_unavailable: passing(503, "Reeve could not check the pauses and budgets. It will try again."),
  ledger_unavailable: passing(503, "Reeve can't read its ledger at the moment. Please try again."),
  request_invalid: lasting(400, "The request is not valid. See `errors`."),
  request_too_large: lasting(413, "The request is too large: the limit is 1 MiB."),
  too_many_comments: passing(429, "You have written too many comments. Try again in an hour."),
  not_found: lasting(404, "Nothing was found at this address."),
  access_not_configured: lasting(503, "Access to this page is not configured."),
  access_unavailable: passing(503, "Reeve can't check sign-ins at the moment. Try again in a minute."),
  foreign_origin: lasting(403, "The request came from another site's page."),
  foreign_host: lasting(
    421,
    "The local stack answers only at localhost and 127.0.0.1; a tunnel must send one of them in the Host header.",
  ),
  form_outdated: lasting(403, "The form belongs to another sign-in. Open the page again."),
  agents_off: lasting(403, "All agents are turned off."),
  role_missing: lasting(403, "Your role does not allow this."),
  access_denied: lasting(401, "Sign in to see this."),
  internal: passing(500, "Something went wrong in Reeve. The operators can see it in the log."),

  user_not_found: lasting(422, "No governance user has this email."),
  user_ambiguous: lasting(422, "More than one governance user has this email."),
  nobody_can_approve: lasting(
    422,
    "This needs an approval that nobody can give: the requester is unknown, or every approver requested it, is affected by it, or is unknown.",
  ),
  plan_too_large: lasting(422, "This would make too many changes at once. Request fewer at a time."),
  too_many_reads: lasting(422, "This would take too many lookups at once. Ask for less at a time."),
  proposal_invalid: lasting(500, "The automation made an invalid proposal. The operators can see why."),
  step_timed_out: passing(503, "There was no result in time. Reeve will try again."),
  automation_timed_out: lasting(500, "The automation took too long. The operators can see why."),
  plan_changed: lasting(500, "The stored plan is not the one that was decided on, so nothing was sent."),
  step_not_kept: lasting(500, "Reeve could not record the result, so it stopped."),
  request_unclear: lasting(422, "The request is unclear."),

  sender_not_configured: lasting(503, "Reeve has no access to the system that sent this."),
  sender_bad_request: lasting(422, "Reeve's request to another system would be invalid."),
  sender_refused: lasting(502, "Another system rejected a request from Reeve."),
  sender_unavailable: passing(502, "Reeve could not reach another system."),
  sender_outcome_unknown: lasting(502, "Reeve does not know whether another system carried out a request."),

  configuration_invalid: lasting(503, "Reeve is not configured correctly."),
  governance_bad_input: lasting(422, "The request to the governance API would be invalid."),
  operation_undeclared: lasting(
    500,
    "The automation would make a call that it does not declare, so nothing was sent.",
  ),
  // The governance service can reject a valid credential for a while when credentials are replaced.
  governance_unauthenticated: passing(502, "The governance API does not accept Reeve's credential."),
  governance_refused: lasting(422, "The governance API rejected the request."),
  governance_unavailable: passing(502, "Reeve could not reach the governance API."),
  governance_outcome_unknown: lasting(
    502,
    "Reeve does not know whether the governance API carried this out.",
  ),
  governance_bad_response: lasting(502, "The governance API returned a response that Reeve can't read."),
} satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof problems;

export const RETRY_AFTER_SECONDS = 10;

/** The delay that a server asked for, in milliseconds from now. */
export type RetryAfter = { readonly retryAfterMs?: number | undefined };

/**
 * An error with a code from the table of problems. If an automation throws it, Reeve retries the proposal if the table
 * allows that for the code, and otherwise the run fails. `message` is for operators, and for the codes
 * `request_unclear`, `user_not_found` and `user_ambiguous` also for the requester: it can contain ids and property
 * names, but never a secret or token.
 *
 * @example
 * export function requireDepartment({ worker }: WorkerEvent): string {
 *   if (worker.department) return worker.department;
 *   throw new Problem("request_unclear", `The worker ${worker.id} has no department.`);
 * }
 */
export class Problem extends Error {
  override readonly name: string = "Problem";
  readonly code: ProblemCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ProblemCode, message: string, options?: ErrorOptions & RetryAfter) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = options?.retryAfterMs;
  }

  get status(): number {
    return problems[this.code].status;
  }

  get retry(): "never" | "backoff" {
    return problems[this.code].retry;
  }

  get public(): string {
    return problems[this.code].public;
  }
}

/** Returns an error that is a problem, and rethrows any other error: pass this function to the `catch` of a promise. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

/**
 * Returns the problem for a request that its requester must correct.
 * @param what A complete sentence for the requester
 */
export const unclear = (what: string): Problem => new Problem("request_unclear", what);

/** Problems whose message is written for the requester. */
const FOR_REQUESTERS: ReadonlySet<string> = new Set<ProblemCode>([
  "request_unclear",
  "user_not_found",
  "user_ambiguous",
]);

/** Returns true if a problem, by its code, has a message that is written for the requester. */
export const isForRequester = ({ code }: { readonly code: string }): boolean => FOR_REQUESTERS.has(code);

/**
 * Returns a problem's text for the requester: its message if that is written for requesters, otherwise the public
 * sentence.
 */
export const forRequester = (
  problem: Pick<Problem, "message" | "public"> & { readonly code: string },
): string => (isForRequester(problem) ? problem.message : problem.public);

/** Formats a property's error as a phrase that begins with the property's name: `reason is missing`. */
export const formatInvalid = (member: string, message: string): string =>
  /^(?:is|has|can't|must|needs) /.test(message) ? `${member} ${message}` : `${member}: ${message}`;

/** An invalid property of a request, described for its sender. */
export const InvalidMember = z.object({
  member: z.string().meta({ description: "The invalid query parameter, path parameter or body property." }),
  message: z.string(),
});
export type InvalidMember = Readonly<z.infer<typeof InvalidMember>>;

export class RequestInvalid extends Problem {
  readonly errors: readonly InvalidMember[];

  constructor(errors: readonly InvalidMember[]) {
    super("request_invalid", errors.map(({ member, message }) => formatInvalid(member, message)).join("; "));
    this.errors = errors;
  }

  /** Returns the problem for a body that ends early, is not framed as HTTP requires, or is not valid UTF-8 or JSON. */
  static unreadable(): RequestInvalid {
    return new RequestInvalid([{ member: "body", message: "can't be read" }]);
  }

  /**
   * Returns the problem for the errors that a schema found.
   * @param where Property name to report for errors in the whole input.
   * @default "request"
   */
  static of({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }, where = "request"): RequestInvalid {
    return new RequestInvalid(
      issues.flatMap((issue) =>
        issue.code === "unrecognized_keys"
          ? issue.keys.map((key) => ({ member: [...issue.path, key].join("."), message: issue.message }))
          : [{ member: issue.path.join(".") || where, message: issue.message }],
      ),
    );
  }
}
