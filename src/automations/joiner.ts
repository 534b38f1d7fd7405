// Makes joiners owners of connectors, by department and job title.
import { addConnectorOwner, automation, findPerson, HOUR_MS, Problem, readSettings } from "../kit/index.ts";

const MINUTE_MS = 60_000;

/** Makes new and returning people owners of connectors, by rules for department and title, once their user exists. */
export const joiner = automation({
  name: "joiner",
  description: "Makes joiners owners of connectors by department and job title, once their user exists.",
  on: ["worker.hired", "worker.returned", "worker.terminated"],
  reads: ["searchUsers"],
  proposes: [addConnectorOwner],
  person: ({ worker }) => worker.email,
  async propose({ type, worker }, context) {
    if (type === "worker.terminated") {
      return {
        ignore: `${context.sender.title} reports that ${worker.name ?? "this worker"} leaves: nothing to do`,
        cancelsEarlier: true,
      };
    }
    const { governance, settings, now, since } = context;
    const { rules, waitHours, lookEveryMinutes } = readSettings(settings, "joiner");
    const [first, ...others] = rules.filter(
      ({ department, jobTitle }) => fits(department, worker.department) && fits(jobTitle, worker.jobTitle),
    );
    if (!first) return { ignore: "no rule matches this department and job title" };
    const { email } = worker;
    if (!email || !(await findPerson(governance, email))) {
      const missing = email ? `an enabled governance user with the email ${email}` : "a work email";
      const until = since + waitHours * HOUR_MS;
      if (now >= until)
        throw new Problem("user_not_found", `${waitHours} hours have passed without ${missing}`);
      return { waitUntil: Math.min(now + lookEveryMinutes * MINUTE_MS, until), for: missing };
    }
    const own = ({ connector, role }: typeof first) =>
      addConnectorOwner.request.plan({ user: email, connector, ...(role && { role }) }, context);
    return { actions: [await own(first), ...(await Promise.all(others.map(own)))] };
  },
});

const fits = (wanted: string | undefined, has: string | undefined): boolean =>
  wanted === undefined || wanted.trim().toLowerCase() === has?.trim().toLowerCase();
