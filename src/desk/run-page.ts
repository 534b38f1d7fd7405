/** A run's page in the console, for who may see it; `null` where Reeve has no address of its own. @param site `REEVE_URL` */
export const runPage = (site: string | undefined, runId: string): string | null =>
  site ? `${site.replace(/\/$/, "")}/runs/${runId}` : null;
