// The configuration of `npm start` on the embedded tenant: src/config.ts, and behind it the sample's names and automations.
import { type Config, defineConfig } from "../../define-config.ts";
import { sources } from "../../systems/index.ts";
import { sample } from "./sample.ts";

/** A configuration that goes before the sample's: what it names the same, it replaces. */
export const overSample = ({ settings, people, policy, ...rest }: Config): Config =>
  defineConfig({
    ...rest,
    // Many a recording names nobody, or somebody who is not of the sample tenant.
    policy: { ...policy, unknownRequestersFrom: [...policy.unknownRequestersFrom, ...sources.keys()] },
    settings: {
      ...sample.settings,
      ...settings,
      // All of them but the time zone and a role are names with what they stand for: those of both count.
      ...Object.fromEntries(
        Object.entries(sample.settings).flatMap(([name, known]) =>
          typeof known === "object" ? [[name, { ...known, ...Object(Reflect.get(settings, name)) }]] : [],
        ),
      ),
    },
    people: [
      ...people,
      ...sample.people.filter(
        ({ email, slack }) => !people.some((one) => one.email === email || (slack && one.slack === slack)),
      ),
    ],
  });
