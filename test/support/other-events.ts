/** The ledger's interface in Miniflare. */
interface Ledger {
  prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> } };
}

/** Records events of other tickets, one for each second before a time in Unix milliseconds. */
export const recordOthers = (ledger: Ledger, count: number, until: number): Promise<unknown> =>
  ledger
    .prepare(
      `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1),
       made AS (SELECT n, CAST(?2 AS INTEGER) - n * 1000 AS at FROM number)
       INSERT INTO events (n, id, source, type, subject, state, authentication, received_at, event, payload)
       SELECT n + ifnull((SELECT max(rowid) FROM search), 0),
         printf('evt_%08x-%04x-7000-8000-%012x', at >> 16, at & 0xffff, n), 'jira', 'ticket.transitioned',
         'jira:' || (100000 + n), 'rejected', 'signed', at, '{}', '{}' FROM made`,
    )
    .bind(count, until)
    .run();
