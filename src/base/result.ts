// Expected outcomes as values: rejections are returned, and errors are thrown.

export type Result<Value, Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Refusal };

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const;
export const refused = <Refusal>(reason: Refusal) => ({ ok: false, reason }) as const;
