// What the questions about the first automation come to: what is written, and what it is tried out with.
import type { SettingsNames } from "../doctor/names.ts";
import type { ConfigChange } from "./config-file.ts";
import type { AboutReading } from "./sample-delivery.ts";

/** What is to be written for the first automation, and the delivery that tries it out. */
export interface FirstAutomation {
  readonly automation: string;
  readonly names: SettingsNames;
  readonly changes: readonly ConfigChange[];
  /** Variables of the sender's API. */
  readonly variables: Readonly<Record<string, string>>;
  readonly reading: AboutReading | null;
}
