// Sends OCSF events to a collector: Splunk's HTTP Event Collector, or any that takes NDJSON with a bearer token.
// Source of the former: help.splunk.com, "Troubleshoot HTTP Event Collector" (its codes) and "Format events"
import { Problem } from "../base/problem.ts";
import { oneLine } from "../base/text.ts";
import { postText } from "../channels/post-json.ts";
import { type Env, isSet, readVariable } from "../env.ts";
import type { OcsfEvent } from "./ocsf.ts";

export interface Collector {
  readonly address: string;
  readonly kind: "splunk" | "bearer";
  readonly token: string;
}

/** How a request ended. `taken` only if the collector says so. */
export type SendResult =
  | { readonly taken: true }
  | {
      readonly taken: false;
      /** For operators. */
      readonly problem: string;
      /** True for a body that is too large for it. */
      readonly tooLarge: boolean;
      /** The wait that it asks for, milliseconds; 0 for none. */
      readonly waitMs: number;
    };

/** Most characters of a collector's answer in a problem. */
const MAX_SAID = 200;

/**
 * The collector that the variables name; `null` for none.
 * @throws Problem `configuration_invalid`
 */
export function readCollector(env: Env): Collector | null {
  const address = readVariable(env, "AUDIT_EXPORT_URL");
  const token = readVariable(env, "AUDIT_EXPORT_TOKEN");
  if (address === undefined && !isSet(env, "AUDIT_EXPORT_TOKEN")) return null;
  if (address === undefined || token === undefined)
    throw new Problem("configuration_invalid", "AUDIT_EXPORT_URL and AUDIT_EXPORT_TOKEN go together");
  const usual = new URL(address).pathname.includes("/services/collector") ? "splunk" : "bearer";
  return { address, token, kind: readVariable(env, "AUDIT_EXPORT_KIND") ?? usual };
}

/** An event as a line of a request's body. */
export const toLine = (event: OcsfEvent, { kind }: Pick<Collector, "kind">): string =>
  JSON.stringify(
    kind === "splunk" ? { time: event.time / 1_000, source: "reeve", sourcetype: "_json", event } : event,
  );

/** Posts lines, in their order. */
export async function sendLines(
  lines: readonly string[],
  { address, kind, token }: Collector,
): Promise<SendResult> {
  const answer = await postText("audit export", address, `${lines.join("\n")}\n`, {
    authorization: `${kind === "splunk" ? "Splunk" : "Bearer"} ${token}`,
    "content-type": "application/x-ndjson",
  }).catch((error: unknown) => (error instanceof Problem ? error : new Problem("internal", String(error))));
  if (answer instanceof Problem) return { taken: false, problem: answer.message, tooLarge: false, waitMs: 0 };
  const { status, text, headers } = answer;
  // A page of a proxy is a 200 too.
  if (kind === "splunk" ? status === 200 && /"code"\s*:\s*0\b/.test(text) : status >= 200 && status < 300)
    return { taken: true };
  const said = oneLine(text).replaceAll(token, "(token)").slice(0, MAX_SAID);
  const wait = Number(headers.get("retry-after") ?? 0);
  return {
    taken: false,
    problem: `the collector answered ${status}${said && `: ${said}`}`,
    tooLarge: status === 413,
    waitMs: wait > 0 ? wait * 1_000 : 0,
  };
}
