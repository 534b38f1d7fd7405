/** The part of Vite's types that the tests use: the texts of files, by path. */
interface ImportMeta {
  glob(
    pattern: string,
    options: { readonly query: "?raw"; readonly import: "default"; readonly eager: true },
  ): Record<string, string>;
}

declare module "*?raw" {
  const text: string;
  export default text;
}

/** The part of Node's SQLite types that the simulation uses; it runs on Node, but with the Workers' types. */
declare module "node:sqlite" {
  export interface StatementSync {
    all(...bindings: (string | number | null)[]): unknown[];
  }
  export class DatabaseSync {
    constructor(file: string);
    exec(statements: string): void;
    prepare(statement: string): StatementSync;
    close(): void;
  }
}

declare module "node:worker_threads" {
  export const parentPort: { postMessage(message: unknown): void } | null;
  export const workerData: unknown;
}

declare module "node:crypto" {
  export function createHash(name: "sha256"): {
    update(data: Uint8Array): { digest(): Uint8Array };
  };
}
