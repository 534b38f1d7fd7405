import type { Notice } from "../../../automations/kit/proposal.ts";
import { actionsBlock, header, linkButton, paragraph, remark, section } from "./elements.ts";
import { message, type SlackMessage } from "./layout.ts";

/** A notice, and what there is to say around it. */
export interface Digest extends Notice {
  /** What is done about it, or waits for whom; null where nothing is. */
  readonly standing: string | null;
  /** What else whoever reads it should know. */
  readonly remark?: string;
  /** The run in the console; null where Reeve has no address of its own. */
  readonly link: string | null;
}

/** What an automation has seen, or does: counts first, then names. */
export const digestMessage = ({
  title,
  summary,
  lines,
  standing,
  remark: small,
  link,
}: Digest): SlackMessage =>
  message([`${title}: ${summary}`, ...(standing ? [standing] : [])], {
    head: [header(title), section(summary, standing ?? undefined)],
    items: lines.map(({ name, detail }) =>
      detail ? paragraph([{ text: name, bold: true }], [detail]) : section(name),
    ),
    tail: [...(small ? [remark(small)] : []), ...actionsBlock(linkButton("Open in the console", link))],
  });
