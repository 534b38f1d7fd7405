// Asks people to review tracked MCP tools that differ from their accepted state.
import {
  acceptTool,
  amendEntry,
  automation,
  compareFingerprints,
  DAY_MS,
  findTool,
  fingerprintTool,
  noneText,
  readSettings,
  schedule,
  sweepTools,
  toolName,
  withStanding,
} from "../kit/index.ts";

/**
 * Asks a person, every morning, to accept each tracked tool whose name, description, input schema, allowed clients,
 * entitlement or discovery hash differs from the accepted state. A change that was not accepted is proposed again after
 * `askAgainDays`. Agents follow a tool's wording, so changed wording changes the tool's effect.
 */
export const toolChanged = automation({
  name: "tool-changed",
  description:
    "Asks people to review a tracked tool if its definition, allowed clients or entitlement has changed since it was accepted.",
  on: schedule("0 6 * * *"),
  reads: ["getMcpTool"],
  proposes: [acceptTool],
  async propose(_, context) {
    const { settings, history, since } = context;
    const { askAgainDays } = readSettings(settings, "tool-changed");
    const after = since - askAgainDays * DAY_MS;
    const rejected = await history.rejected({ automation: "tool-changed", since: after });
    return sweepTools(
      context,
      async (entry, tool) => {
        const { fingerprint: agreed, ...place } = entry.data;
        const fingerprint = await fingerprintTool(tool);
        const now = withStanding(place.tool, tool);
        if (!agreed) return { change: amendEntry(entry, { ...place, tool: now, fingerprint }) };
        const changed = compareFingerprints(agreed, fingerprint);
        if (changed.length === 0)
          return now.standing === place.tool.standing
            ? {}
            : { change: amendEntry(entry, { ...entry.data, tool: now }) };
        const named = findTool(entry, tool, settings);
        const action = acceptTool({ ...named, changed, fingerprint });
        return { finding: { action, changed, name: toolName(named), refused: rejected.has(action.target) } };
      },
      ({ found, more, of }) => {
        const refused = found.filter((one) => one.refused);
        const [first, ...others] = found.filter((one) => !one.refused);
        const counts = `${found.length + more} of ${of} tracked tools changed since acceptance`;
        if (!first && refused.length > 0) return { ignore: `${counts}; approvers denied the changes` };
        if (!first) return { ignore: noneText(of, "tracked tool", "has changed") };
        const waiting = 1 + others.length;
        return {
          actions: [first.action, ...others.map(({ action }) => action)],
          approvalReasons: ["a tool has changed, and only a person can accept that"],
          notice: {
            title: "Changed tools",
            summary: `${counts}: ${waiting} to be reviewed, ${refused.length} not accepted${
              more > 0 ? `, ${more} left for the next run` : ""
            }.`,
            lines: [first, ...others, ...refused].map(({ name, changed, refused: no }) => ({
              name,
              detail: `changed: ${changed.join(", ")}${no ? "; not accepted" : ""}`,
            })),
          },
        };
      },
    );
  },
});
