// Writes an environment into `wrangler.toml`: a Worker of its own, with bindings of its own.

/** What is read of `wrangler.toml`'s production. */
interface Production {
  readonly name: string;
  readonly durable_objects: {
    readonly bindings: readonly { readonly name: string; readonly class_name: string }[];
  };
}

/** Whether `wrangler.toml` has this environment. */
export const hasEnvironment = (toml: string, environment: string): boolean =>
  toml.split("\n").some((line) => line.trim() === `[env.${environment}]`);

/**
 * `wrangler.toml` with an environment at its end. Wrangler takes bindings and variables of an environment from there
 * alone; all else is as in production.
 */
export function withEnvironment(
  toml: string,
  environment: string,
  { name, durable_objects: { bindings } }: Production,
): string {
  const at = `env.${environment}`;
  const worker = `${name}-${environment}`;
  return `${toml.trimEnd()}

# The environment ${environment}: \`npm run deploy -- --env ${environment}\`. Bindings and variables are its own; all else is as above.
[${at}]
name = "${worker}"

[${at}.vars]
REEVE_ENV = "${environment}"

[[${at}.kv_namespaces]]
binding = "TOKENS"
id = "00000000000000000000000000000000"

[[${at}.d1_databases]]
binding = "LEDGER"
database_name = "${worker}"
database_id = "00000000-0000-0000-0000-000000000000"
migrations_dir = "src/ledger/migrations"
${bindings
  .map(
    (object) => `
[[${at}.durable_objects.bindings]]
name = "${object.name}"
class_name = "${object.class_name}"
`,
  )
  .join("")}`;
}
