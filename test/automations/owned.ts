import type { Ownership } from "../../src/actions/inventory.ts";

const GITHUB = { id: "app_github", name: "GitHub" };
const ADA = { id: "usr_ada_marsh", name: "Ada Marsh" };
const MAINTAINER = { appId: "app_github", id: "ent_github_maintainer", name: "GitHub maintainer" };
type More = Partial<Pick<Ownership, "app" | "user" | "roleSlug" | "until" | "warned" | "requester">>;

/** An ownership of the connector GitHub MCP, by default Ada Marsh's. */
export const connectorOwner = (more: More = {}): Ownership => ({
  of: "connector",
  app: GITHUB,
  connector: { id: "con_github_mcp", name: "GitHub MCP" },
  roleSlug: "owner",
  user: ADA,
  ...more,
});

/** An ownership of Ada Marsh's account by the holders of an entitlement. */
export const accountOwner = (more: More = {}): Ownership => ({
  of: "account",
  app: GITHUB,
  appUser: { id: "acc_github_usr_ada_marsh", name: "ada.marsh@example.com" },
  roleSlug: "owner",
  entitlement: MAINTAINER,
  user: ADA,
  ...more,
});

/** An ownership of an app by an entitlement. */
export const appOwner = (more: More = {}): Ownership => ({
  of: "app",
  app: { id: "app_jira", name: "Jira" },
  roleSlug: "owner",
  entitlement: { appId: "app_github", id: "ent_github_admin", name: "GitHub admin" },
  user: ADA,
  ...more,
});
