// What a finding is, and how one is made.

/** What was found of one thing. It never holds a secret. */
export type Finding =
  | { readonly is: "ok"; readonly what: string; readonly detail: string }
  /** Left alone: it is not set up, or can't be asked for. */
  | { readonly is: "unused"; readonly what: string; readonly detail: string }
  | { readonly is: "problem"; readonly what: string; readonly detail: string; readonly fix: string };

export const fine = (what: string, detail: string): Finding => ({ is: "ok", what, detail });
export const unused = (what: string, detail: string): Finding => ({ is: "unused", what, detail });
export const problem = (what: string, detail: string, fix: string): Finding => ({
  is: "problem",
  what,
  detail,
  fix,
});

/** How one sets variables: where the doctor reads them, and on a deployment. */
export const put = (...variables: readonly string[]): string =>
  `set ${variables.join(" and ")} in .dev.vars, and on a deployment with npx wrangler secret put`;

/** What an error says. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
