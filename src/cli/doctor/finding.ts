// A finding of the doctor, and functions to create each kind.

/** The state of one thing that the doctor examined. It never contains a secret. */
export type Finding =
  /**
   * `unused`: the thing is not set up, is switched off, or can't be tested, and no action is needed. `needs`: a value to
   * enter in the tenant's form for the credential; the doctor can't read that form.
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

/** Returns the fix for missing variables: how to set them for the doctor and on a deployment. */
export const put = (...variables: readonly string[]): string =>
  `set ${variables.join(" and ")} in .dev.vars, and on a deployment with npx wrangler secret put`;
