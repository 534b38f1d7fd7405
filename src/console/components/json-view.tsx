// Shows untrusted values as indented JSON, cut to a maximum length.
import type { FC } from "hono/jsx";
import { redact } from "../../base/redact.ts";
import { showInvisibles } from "../../base/text.ts";
import { useFrame } from "./frame.ts";
import { count, shorten, TEXT_CHARS, Text } from "./text.tsx";

const MAX_SHOWN_CHARS = 64 * 1024;

/** Formats a value as indented JSON. Cuts long strings in the value, and marks the cuts. */
export function jsonText(value: unknown): string {
  const cut = (_: string, member: unknown) =>
    typeof member === "string" ? shorten(member, TEXT_CHARS) : member;
  return showInvisibles(JSON.stringify(value, cut, 2) ?? "nothing");
}

/** Shows the reason why a payload or plan is missing from the ledger (`{ omitted }`). */
export const Omitted: FC<{ readonly from: unknown }> = ({ from }) => {
  const why: unknown = Object(from).omitted;
  if (typeof why !== "string") return null;
  return (
    <p class="note">
      This was not recorded: <Text of={why} most={TEXT_CHARS} />.
    </p>
  );
};

/** Shows an untrusted value as indented JSON, without the values that pages hide. */
export const JsonView: FC<{
  readonly value: unknown;
  readonly label: string;
  /** True if the value is Reeve's own, so that nothing in it is redacted. */
  readonly own?: boolean;
}> = ({ value, label, own }) => {
  const text = jsonText(own ? value : redact(value, useFrame().redacted));
  return (
    <>
      <section class="code" tabindex={0} aria-label={showInvisibles(label)}>
        <pre>{text.slice(0, MAX_SHOWN_CHARS)}</pre>
      </section>
      {text.length > MAX_SHOWN_CHARS && (
        <p class="dim">
          {count(text.length)} characters, of which the first {count(MAX_SHOWN_CHARS)} are shown.
        </p>
      )}
    </>
  );
};
