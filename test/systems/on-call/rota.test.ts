// Tests who is on call at PagerDuty and Opsgenie, with responses like those in their documentation.
import { expect, it } from "vitest";
import { onCallReader } from "../../../src/systems/on-call/rota.ts";

const asked: string[] = [];
const fetched = async (url: URL, { headers }: RequestInit): Promise<Response> => {
  asked.push(`${url.href} ${new Headers(headers).get("authorization")}`);
  if (url.href.includes("PGONE")) return Response.json({}, { status: 500 });
  const oncalls = [
    { user: { email: "nora.field@example.com" } },
    { user: { email: "nora.field@example.com" } },
  ];
  return Response.json(
    url.host === "api.pagerduty.com"
      ? { oncalls }
      : { data: { onCallRecipients: ["iris.vale@example.com"] } },
  );
};
const env = { PAGERDUTY_API_KEY: "a-key", OPSGENIE_API_KEY: "another-key" };
const rotas = { nora: { pagerduty: "P1" }, iris: { opsgenie: "team-1" }, gone: { pagerduty: "PGONE" } };
const read = onCallReader(rotas, { env, timeZone: "UTC", fetched });

it("the people on call are requested from each service once and then reused, and a failure is reported as a sentence", async () => {
  for (let n = 0; n < 2; n++) {
    expect(await read("nora")).toEqual({ ok: true, value: ["nora.field@example.com"] });
    expect(await read("iris")).toEqual({ ok: true, value: ["iris.vale@example.com"] });
  }
  expect(asked).toEqual([
    "https://api.pagerduty.com/oncalls?schedule_ids%5B%5D=P1&include%5B%5D=users&limit=100 Token token=a-key",
    "https://api.opsgenie.com/v2/schedules/team-1/on-calls?flat=true GenieKey another-key",
  ]);
  const why = "Reeve can't read who is on call for gone: Reeve could not reach another system.";
  expect(await read("gone")).toEqual({ ok: false, reason: why });
});
