// A finding of the doctor, and how each kind is made.

/** The state of one thing that the doctor examined. It never holds a secret. */
export type Finding =
  /**
   * `unused` is left alone: it is not set up, or can't be asked for. `needs` is to be entered in the tenant's form for the
   * credential: it can't be examined from here.
   */
  | { readonly is: "ok" | "unused" | "needs"; readonly what: string; readonly detail: string }
  | { readonly is: "problem"; readonly what: string; readonly detail: string; readonly fix: string };

export const fine = (what: string, detail: string): Finding => ({ is: "ok", what, detail });
export const unused = (what: string, detail: string): Finding => ({ is: "unused", what, detail });
export const needs = (what: string, detail: string): Finding => ({ is: "needs", what, detail });
export const problem = (what: string, detail: string, fix: string): Finding => ({
  is: "problem",
  what,
  detail,
  fix,
});

/** The fix for variables: where the doctor reads them, and on a deployment. */
export const put = (...variables: readonly string[]): string =>
  `set ${variables.join(" and ")} in .dev.vars, and on a deployment with npx wrangler secret put`;
