import { hex, mac, type Sender } from "./sender.ts";

/** Gusto, a verified subscription: its verification token is the key. */
export const gusto: Sender = {
  source: "gusto",
  contentType: "application/json",
  localSecret: "11111111-2222-4333-8444-555555555555",
  sign: async (body, { secret }) => ({
    headers: { "x-gusto-signature": hex(await mac("SHA-256", secret, body)) },
  }),
};
