import type { FC } from "hono/jsx";
import type { Run } from "../../desk/run/run.ts";
import { Badge, Text } from "../components/text.tsx";
import { count, TEXT_CHARS } from "../components/visible.ts";

/** Lines of a notice on a run's page: a look at a large catalog has thousands. */
const SHOWN_LINES = 200;

/** What a run has people told, besides its sender. */
export const NoticePart: FC<{ readonly run: Run }> = ({ run: { notice, mode } }) => {
  if (!notice) return null;
  const { title, summary, lines, people = [] } = notice;
  return (
    <>
      <h2>
        Notice: <Text of={title} />
      </h2>
      <p>
        <Text of={summary} most={TEXT_CHARS} />
      </p>
      {lines.length > 0 && (
        <ul class="notice">
          {lines.slice(0, SHOWN_LINES).map(({ name, detail }) => (
            <li>
              <Text of={name} />
              {detail !== undefined && (
                <span class="under">
                  <Text of={detail} most={TEXT_CHARS} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {lines.length > SHOWN_LINES && <p class="dim">and {count(lines.length - SHOWN_LINES)} more</p>}
      <p class="dim">
        {mode === "live"
          ? "For the operators' channel"
          : "In a dry run nobody is told. Otherwise it would be for the operators' channel"}
        {people.length > 0 && (
          <>
            , and in person for <Text of={people.join(", ")} most={TEXT_CHARS} />
          </>
        )}
        .
      </p>
    </>
  );
};

/** What the sender of its event is told. */
export const Reply: FC<{ readonly run: Run }> = ({ run: { reply } }) =>
  reply && (
    <>
      <h2>Answer to the sender</h2>
      <p>
        To <strong>{reply.to}</strong>:{" "}
        <Badge tone={reply.state === "sent" ? "good" : "quiet"}>{reply.state}</Badge>
      </p>
      <blockquote>
        {reply.message.sentences.map((sentence) => (
          <p>
            <Text of={sentence} most={TEXT_CHARS} />
          </p>
        ))}
      </blockquote>
    </>
  );
