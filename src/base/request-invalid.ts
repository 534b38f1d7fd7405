import * as z from "zod";
import { Problem } from "./problem.ts";

/** A member of a request that is not as it should be, said in a way that its sender may read. */
export const InvalidMember = z.object({
  member: z.string().meta({ description: "The query, path or body member at fault." }),
  message: z.string(),
});
export type InvalidMember = Readonly<z.infer<typeof InvalidMember>>;

/** Problem `request_invalid` that says which members are at fault. */
export class RequestInvalid extends Problem {
  readonly errors: readonly InvalidMember[];

  constructor(errors: readonly InvalidMember[]) {
    super("request_invalid", errors.map(({ member, message }) => `${member}: ${message}`).join("; "));
    this.errors = errors;
  }

  /** A body that broke off, is not framed as HTTP has it, or is not UTF-8 or JSON where it has to be. */
  static unreadable(): RequestInvalid {
    return new RequestInvalid([{ member: "body", message: "can't be read" }]);
  }

  /** What a schema found. @param where The member, where the whole of it is at fault. @default "request" */
  static of({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }, where = "request"): RequestInvalid {
    return new RequestInvalid(
      issues.flatMap(({ path, message, ...issue }) => {
        if (issue.code === "unrecognized_keys") {
          return issue.keys.map((member) => ({ member, message: "is not known here" }));
        }
        return [{ member: path.join(".") || where, message }];
      }),
    );
  }
}
