// A delivery of somebody's own sender, and which automation it is to try out.
import { printable } from "../../base/text.ts";
import { UsageError } from "../shared/command-line.ts";
import type { Asker } from "./ask.ts";
import { type AboutReading, isTicket, isWorker, readingsOf, readSample } from "./sample-delivery.ts";
import type { SettingsAnswer } from "./settings.ts";
import { WORKER_AUTOMATIONS, workerAutomationFor } from "./workers.ts";

/** What flags say of it. */
export interface DeliveryFlags {
  readonly delivery?: string | undefined;
  readonly source?: string | undefined;
  readonly automation?: string | undefined;
}

/** The delivery, as the source reads it that it is of; `null` where there is none. */
export async function askDelivery(flags: DeliveryFlags, ask: Asker): Promise<AboutReading | null> {
  const path = await ask.optional({
    flag: "--delivery",
    message:
      "A delivery of your ticketing or HR system: a file with its body, best of a ticket that was just approved, or of somebody who leaves; leave empty without",
    given: flags.delivery,
    fault: (file) => faultOfDelivery(file),
  });
  if (path === null) return null;
  const all = readingsOf(readSample(path), Date.now()).filter(isOfInterest);
  const readings = all.some(isTicket) ? all.filter(isTicket) : all;
  const [first] = readings;
  if (!first) throw new UsageError(`--delivery: ${faultOfDelivery(path)}`);
  const one = readings.every(({ system }) => system === first.system);
  const name =
    readings.length === 1
      ? first.source.name
      : await ask.choose({
          flag: "--source",
          message: "It could be of several. Where does it come in?",
          given: flags.source,
          usual: one ? first.source.name : undefined,
          options: readings.map(({ source, system }) => ({
            value: source.name,
            hint: `${system}: ${source.setUp}`,
          })),
        });
  return readings.find(({ source }) => source.name === name) ?? first;
}

const isOfInterest = (reading: Parameters<typeof isTicket>[0]): reading is AboutReading =>
  isTicket(reading) || isWorker(reading);

function faultOfDelivery(path: string): string | null {
  try {
    const readings = readingsOf(readSample(path), Date.now());
    if (readings.some(isOfInterest)) return null;
    const [other] = readings;
    return other
      ? `${path} says ${other.event.type} of ${other.system}, which is about neither a ticket nor a worker. Give a delivery of a ticket, or of somebody who joins, moves or leaves`
      : `${path} is like no delivery of a ticketing or HR system that Reeve can read: docs/senders.md has what each system sends`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const USUAL_AUTOMATION = "connector-owner-from-ticket";

/** The automation to try out: one that is for such a delivery. */
export function askAutomation(
  flags: DeliveryFlags,
  reading: AboutReading | null,
  { forms, automations }: SettingsAnswer,
  ask: Asker,
): Promise<string> {
  const tickets = forms.map(({ automation: value, description: hint }) => ({ value, hint }));
  const workers = Object.entries(WORKER_AUTOMATIONS).map(([value, hint]) => ({ value, hint }));
  const usualForm = forms.find(({ now }) => now)?.automation ?? USUAL_AUTOMATION;
  const usualWorkers = Object.keys(WORKER_AUTOMATIONS).find((name) => name in automations);
  const question = { flag: "--automation", given: flags.automation };
  if (reading === null)
    return ask.choose({
      ...question,
      message: "What Reeve is to do first",
      usual: forms.some(({ now }) => now) ? usualForm : (usualWorkers ?? usualForm),
      options: [...tickets, ...workers],
    });
  return isTicket(reading)
    ? ask.choose({ ...question, message: "What a ticket asks for", usual: usualForm, options: tickets })
    : ask.choose({
        ...question,
        message: printable(`What Reeve does about ${reading.event.type}`),
        usual: workerAutomationFor(reading.event),
        options: workers,
      });
}
