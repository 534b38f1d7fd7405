// The sample data to which documentation, demos and tests refer.
import type { AccessReview } from "../../../governance/contract/campaigns.ts";
import type { McpTool } from "../../../governance/contract/mcp-tools.ts";
import campaigns from "./data/campaigns.json" with { type: "json" };
import samples from "./data/samples.json" with { type: "json" };
import tools from "./data/tools.json" with { type: "json" };

/**
 * The ids, names and emails of the well-known objects in every seeded tenant. All people are fictional; people.json
 * describes them. Everything else in a seed has opaque ids.
 *
 * Ada owns no connector yet. Gita owns the campaigns and is the default user of credentials, and Hugo owns most
 * connectors. Cleo has a second email address, and Iris as her delegate. Holders of the entitlement `githubAdmin` own
 * the app GitHub; holders of `githubMaintainer` own Ada's GitHub account. The review policy `formerTeam` has a broken
 * step, so no campaign can be created with it. `roleSlug` is the role of the seeded ownership sources; a tenant accepts
 * any role.
 */
export { samples };

/** Campaigns with their owners, oldest first. The two closed campaigns have every field of an AccessReview. */
export const CAMPAIGNS: readonly { ownerIds: readonly string[]; review: AccessReview }[] = campaigns;

/** Tools with every field. Some are in special states: never called, deleted, removed by their server, not reviewed. */
export const MCP_TOOLS: readonly McpTool[] = tools;
