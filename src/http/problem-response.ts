import type { Problem } from "../base/problem.ts";

/** How long a sender is asked to wait before it sends again, seconds. */
const RETRY_AFTER_SECONDS = 10;

/** A problem as an RFC 9457 document: its public sentence, never its message. */
export function problemResponse({ code, status, retry, public: detail }: Problem): Response {
  return Response.json(
    { type: "about:blank", title: code, status, detail },
    {
      status,
      headers: {
        "content-type": "application/problem+json",
        ...(retry === "backoff" ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {}),
      },
    },
  );
}
