import { createHmac, timingSafeEqual } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { peerWork } from "./peer-work.ts";

/**
 * The peer: a typical first implementation. Express verifies the HMAC over the raw body, recognizes a repeated
 * delivery, and commits delivery and event to SQLite before it responds. Run it as `express-peer.ts <database file>
 * <secret>`; with two further arguments, `<governance origin> <authorization>`, it also processes the events.
 */
const [file = "", secret = "", origin, authorization] = process.argv.slice(2);
const db = new DatabaseSync(file);
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE deliveries (id TEXT PRIMARY KEY, received_at INTEGER NOT NULL) STRICT;
  CREATE TABLE events (seq INTEGER PRIMARY KEY, delivery_id TEXT NOT NULL, type TEXT NOT NULL, subject TEXT NOT NULL,
    payload TEXT NOT NULL) STRICT;
`);
const insertDelivery = db.prepare("INSERT INTO deliveries VALUES (?, ?) ON CONFLICT DO NOTHING");
const insertEvent = db.prepare(
  "INSERT INTO events (delivery_id, type, subject, payload) VALUES (?, ?, ?, ?)",
);

const work = origin && authorization ? peerWork(db, { origin, authorization }) : () => {};

const app = express();
app.post("/hooks/jira", express.raw({ type: () => true, limit: "1mb" }), (request, response) => {
  const expected = createHmac("sha256", secret).update(request.body).digest();
  const given = Buffer.from(String(request.headers["x-hub-signature"]).replace(/^sha256=/, ""), "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.status(401).end();
    return;
  }
  const payload = request.body.toString("utf8");
  const { webhookEvent, issue } = JSON.parse(payload);
  const id = String(request.headers["x-atlassian-webhook-identifier"]);
  db.exec("BEGIN IMMEDIATE");
  const { changes } = insertDelivery.run(id, Date.now());
  if (changes > 0) insertEvent.run(id, webhookEvent, issue.id, payload);
  db.exec("COMMIT");
  response.status(changes > 0 ? 202 : 200).json({ event: id });
  if (changes > 0) work(id, payload);
});

const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});
