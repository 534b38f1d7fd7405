// Refusals as RFC 9457 problem documents.
import * as z from "zod";
import { InvalidMember, type Problem, RETRY_AFTER_SECONDS, RequestInvalid } from "../base/problem.ts";

/** A refusal, as RFC 9457 has it. */
export const ProblemDocument = z
  .object({
    type: z.literal("about:blank"),
    title: z
      .string()
      .meta({ description: "What kind of problem it is: always the same word for the same thing." }),
    status: z.int(),
    detail: z.string(),
    errors: z
      .array(InvalidMember)
      .optional()
      .meta({ description: "With `request_invalid`: what is wrong where." }),
  })
  .meta({ id: "Problem" });

/** A problem as an RFC 9457 document. @param detail what is said of it: by default its public sentence */
export function problemResponse(problem: Problem, detail: string = problem.public): Response {
  const { code, status, retry } = problem;
  const errors = problem instanceof RequestInvalid ? { errors: [...problem.errors] } : {};
  const document: z.infer<typeof ProblemDocument> = {
    type: "about:blank",
    title: code,
    status,
    detail,
    ...errors,
  };
  return Response.json(document, {
    status,
    headers: {
      "content-type": "application/problem+json",
      ...(code === "method_not_allowed" ? { allow: "POST" } : {}),
      ...(retry === "backoff" ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {}),
    },
  });
}
