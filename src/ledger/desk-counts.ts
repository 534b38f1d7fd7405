// Keeps which numbers of desks were in force and since when, so that a deploy knows which may be left out.

/** Notes the `DESKS` in force, where that is another than before. @param at Unix milliseconds */
export async function noteDesks(db: D1Database, desks: string, at: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO desk_counts SELECT ?1, ?2
       WHERE ?1 IS NOT (SELECT desks FROM desk_counts ORDER BY since DESC LIMIT 1)`,
    )
    .bind(desks, at)
    .run();
}
