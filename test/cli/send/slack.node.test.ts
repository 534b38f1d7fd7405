import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSlack } from "../../../src/channels/slack/requests.ts";
import { fixture } from "../../../src/cli/send/deliver.ts";
import { converse, readable } from "../../../src/cli/send/slack.ts";
import { slack } from "../../../src/sandbox/vendors/senders.ts";

/** A Reeve that acknowledges a request immediately, and sends a message a moment later. */
const reeve = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", async () => {
    const delivery = {
      method: "POST",
      url: new URL("http://reeve.example.com/hooks/slack"),
      headers: new Headers(request.headers as Record<string, string>),
      body: new Uint8Array(Buffer.concat(chunks)),
    };
    const seconds = delivery.headers.get("x-slack-request-timestamp");
    const mac = createHmac("sha256", slack.localSecret).update(`v0:${seconds}:`).update(delivery.body);
    const verified = delivery.headers.get("x-slack-signature") === `v0=${mac.digest("hex")}`;
    const read = readSlack(delivery, "A0REEVE01");
    if (!verified || !read.ok || read.value.kind !== "command") return response.writeHead(401).end("no");
    const { key, responseUrl, text } = read.value;
    response.end(JSON.stringify({ text: `on it: ${text}` }));
    const blocks = [
      { type: "section", text: { type: "plain_text", text: key } },
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_section",
            elements: [
              { type: "text", text: "For " },
              { type: "user", user_id: "U0ADA0001" },
            ],
          },
          {
            type: "rich_text_quote",
            elements: [
              { type: "text", text: "By " },
              { type: "user", user_id: "U0ADA0001" },
            ],
          },
        ],
      },
      { type: "actions", elements: [{ type: "button", text: { type: "plain_text", text: "More" } }] },
    ];
    await fetch(responseUrl, { method: "POST", body: JSON.stringify({ blocks }) });
  });
});
let url: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => reeve.listen(0, "127.0.0.1", resolve));
  url = new URL(`http://127.0.0.1:${(reeve.address() as AddressInfo).port}`);
});
afterAll(() => void reeve.close());

it("npm run send sends a Slack command as a new command each time, and shows its immediate and later responses", async () => {
  const { body } = fixture("slack", "command.users");
  const [one, two] = [await converse(url, body), await converse(url, body)];
  expect(one).toMatchObject({
    status: 200,
    atOnce: '{"text":"on it: users marsh department:Engineering"}',
  });
  expect(readable(one.atOnce)).toBe("on it: users marsh department:Engineering");
  expect(one.later).toHaveLength(1);
  expect(readable(one.later[0] ?? "")).toMatch(/^command:.+\nFor @U0ADA0001\nBy @U0ADA0001\n\[More\]$/);
  expect(two.later).not.toEqual(one.later);
});

it("npm run send shows that a command was rejected, and does not wait for messages", async () => {
  const { body } = fixture("slack", "command.users");
  expect(await converse(url, body, { secret: "another-secret-than-the-local" })).toEqual({
    status: 401,
    atOnce: "no",
    later: [],
  });
});

it("npm run send prints a response unchanged if it is not a Slack message", () => {
  expect([readable(""), readable("no such page"), readable("{}")]).toEqual(["", "no such page", "{}"]);
});
