// Makes joiners owners of connectors, by department and job title.
import { addConnectorOwner, automation, byName, findPerson, Problem, readSettings } from "../kit/index.ts";

const MINUTE_MS = 60_000;

/**
 * Makes joiners and returning people owners of connectors, by rules for department and job title. Waits until the user
 * exists, at most `waitHours`. If only rules that need an unreported fact could match, and Reeve can query the HR
 * system, also waits for the fact: some systems report it only on the first day. A termination withdraws waiting plans.
 */
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
        ignore: `${context.sender.title} reports ${worker.name ?? "this worker"} as leaving: nothing to do`,
        cancelsEarlier: true,
      };
    }
    const { governance, settings, sender, now, since } = context;
    const { rules, waitHours, lookEveryMinutes } = readSettings(settings, "joiner");
    const until = since + waitHours * 60 * MINUTE_MS;
    const next = Math.min(now + lookEveryMinutes * MINUTE_MS, until);
    const possible = rules.filter((rule) => FACTS.every((fact) => mayFit(rule[fact], worker[fact])));
    const untold = FACTS.filter((fact) => !worker[fact] && possible.some((rule) => rule[fact]));
    const [first, ...others] = possible.filter((rule) => !untold.some((fact) => rule[fact]));
    const facts = untold.join(" and ").replace("jobTitle", "job title");
    if (!first) {
      if (facts && sender.isAsked && now < until) return { waitUntil: next, for: `the ${facts}` };
      const late = facts && `; ${sender.title} did not report the ${facts}`;
      return { ignore: `no rule matches this department and job title${late}` };
    }
    const { email } = worker;
    if (!email || !(await findPerson(governance, email))) {
      const missing = email ? `an enabled governance user with the email ${email}` : "a work email";
      if (now < until) return { waitUntil: next, for: missing };
      throw new Problem("user_not_found", `Reeve stopped waiting for ${missing} after ${waitHours} hours`);
    }
    const own = ({ connector, role }: typeof first) =>
      addConnectorOwner.request.plan({ user: email, connector, ...(role && { role }) }, context);
    return { actions: [await own(first), ...(await Promise.all(others.map(own)))] };
  },
});

/** The facts about a worker that rules can need. */
const FACTS = ["department", "jobTitle"] as const;

/** Returns true if a rule names no value for a fact, if the fact has the named value, or if the fact is unknown. */
const mayFit = (wanted: string | undefined, fact: string | undefined): boolean =>
  wanted === undefined || !fact || byName({ [wanted]: true }, fact) !== undefined;
