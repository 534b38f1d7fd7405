// The pages to request a change: all actions that can be requested, a form for each, and the page to extend or end
// access.
import type { FC } from "hono/jsx";
import * as z from "zod";
import { type FormField, formFields, refillForm } from "../../actions/form.ts";
import { findExtension, requests, requestTitle } from "../../actions/index.ts";
import { describeEntry, type EntryKey, lastDayIn } from "../../actions/inventory.ts";
import { requestedAction } from "../../automations/platform/requested-action.ts";
import { formatDay } from "../../base/days.ts";
import { Problem, RequestInvalid } from "../../base/problem.ts";
import { createGovernance, readOnly } from "../../governance/client/index.ts";
import { readEvent } from "../../ledger/events.ts";
import { listRuns } from "../../ledger/runs.ts";
import { suggestPeople } from "../../lookups/people.ts";
import { readableEntry } from "../../operate/ask.ts";
import { finderFor, offersFor } from "../../operate/offers.ts";
import { isAllowed, requireRoleFor } from "../../operate/person.ts";
import { currentRun, readableRun } from "../../operate/recorded.ts";
import { RunId } from "../../operate/requests.ts";
import { RUN_STATE } from "../../runs/states.ts";
import { ApprovalRules } from "../components/approval-rules.tsx";
import { DecideForm } from "../components/decide-form.tsx";
import { useFrame } from "../components/frame.ts";
import { Layout } from "../components/layout.tsx";
import { inWords, Section } from "../components/lists.tsx";
import { Link, PostForm, TEXT_CHARS, Text } from "../components/text.tsx";
import { WaitingRun } from "./approvals.tsx";
import { type Asked, fromLedger, NO_ROWS } from "./page-context.tsx";
import { RunTable } from "./runs.tsx";

const RECENT = { limit: 10 };

export const PeopleQuery = z.strictObject({ words: z.string().trim().min(2).max(200) });

/** Suggests people for the words that the reader types into a form. */
export async function offerPeople({ env, var: { person } }: Asked, { words }: z.output<typeof PeopleQuery>) {
  requireRoleFor(person, "ask");
  return suggestPeople(readOnly(createGovernance(env)), words);
}

export async function askPage(c: Asked) {
  const { email } = c.var.person;
  const own = email
    ? await fromLedger(c, listRuns(c.env.LEDGER, { requester: email }, RECENT), () => NO_ROWS)
    : NO_ROWS;
  const { over = [], open = [] } = Object.groupBy(own.items, ({ state }) =>
    RUN_STATE[state].over ? "over" : "open",
  );
  const find = finderFor(c.env);
  const current = await Promise.all(open.map(({ id }) => currentRun(c.env, id)));
  const waiting = await Promise.all(
    current.flatMap((found, n) => {
      if (!found) return [];
      const known = { ...found, headline: found.headline ?? open[n]?.headline ?? null };
      const offered = offersFor(c, known, ["confirmed", "withdrawn", "completed"], find);
      return offered.then((offers) => ({ ...known, offers }));
    }),
  );
  return (
    <Layout title="Request a change" at="/ask">
      <p>Fill in a form. You see the plan and its approvers before anything is done.</p>
      <ul>
        {Array.from(requests.values(), (request) => (
          <li>
            <a href={`/ask/${request.action}`}>{requestTitle(request)}</a>
          </li>
        ))}
      </ul>
      <h2>My requests</h2>
      {own.items.length > 0 ? (
        <>
          {waiting.map((own) => (
            <WaitingRun {...own} hears={null} />
          ))}
          {over.length > 0 && <RunTable runs={over} />}
          {isAllowed(c.var.person, "read") && (
            <Link to={`/runs?requester=${encodeURIComponent(email)}`}>All your requests</Link>
          )}
        </>
      ) : (
        <p class="empty">You have no requests.</p>
      )}
    </Layout>
  );
}

export const FormQuery = z.strictObject({ again: RunId.optional() });

/** Shows the form of an action. @param query.again The run of an earlier request, whose values fill the form */
export async function formPage(c: Asked, name: string, { again }: z.output<typeof FormQuery>) {
  const { env, var: v } = c;
  const { person, config } = v;
  const request = requests.get(name);
  if (!request) throw new Problem("not_found", "no action that can be requested has this name");
  const earlier = again ? await readableRun({ env, person }, again) : null;
  const event = earlier && (await readEvent(env.LEDGER, earlier.run.eventId))?.event;
  const asked = FilledBefore.safeParse(event).data?.request;
  return (
    <Layout title={requestTitle(request)} at="/ask">
      <p>{request.description.slice(requestTitle(request).length + 1)}</p>
      {isAllowed(person, "ask") ? (
        <>
          <AskForm
            name={name}
            fields={formFields(request.input, config.settings)}
            before={asked?.action === name ? { ...asked.input, reason: asked.reason } : {}}
          />
          <h2>Who might have to approve this change</h2>
          <ApprovalRules
            config={config}
            plan={{ action: name, source: "console", automation: requestedAction.name }}
          />
        </>
      ) : (
        NEEDS_ROLE
      )}
    </Layout>
  );
}

const NEEDS_ROLE = (
  <p class="note">Requests need the role requester; an admin can assign it in src/config.ts.</p>
);

/**
 * Shows an inventory entry, with the forms to extend it if it can be extended, and to end it now if it has a last day.
 */
export async function accessPage({ env, var: { person, config } }: Asked, at: EntryKey) {
  const { settings } = config;
  const entry = await readableEntry({ env, person }, at);
  const until = lastDayIn(entry.data);
  const more = findExtension(entry);
  const governance = readOnly(createGovernance(env));
  const before = more && (await refillForm(more.action, more.input, { settings, governance }));
  return (
    <Layout title="Access that ends" at="/ask">
      <Text as="p" of={describeEntry(entry)} most={TEXT_CHARS} />
      <p>{until === undefined ? "There is no last day." : `Its last day is ${formatDay(until)}.`}</p>
      {!isAllowed(person, "ask") && NEEDS_ROLE}
      {isAllowed(person, "ask") && more && before && (
        <>
          <h2>Extend</h2>
          <p>
            This requests the same access with another end. The approval rules apply, as to any other request.
          </p>
          <AskForm
            name={more.action.request.action}
            fields={formFields(more.action.request.input, settings)}
            before={before}
          />
        </>
      )}
      <Section title="End now" when={isAllowed(person, "ask") && until !== undefined}>
        <DecideForm action="/inventory/ended" label="End now" tone="bad" fields={at}>
          <p>Reeve plans the end of this access today, as it would after the last day.</p>
        </DecideForm>
      </Section>
    </Layout>
  );
}

/** The part of a recorded event that contains a request: its action, values and reason. */
export const FilledBefore = z.object({
  request: z.object({
    action: z.string(),
    input: z.record(z.string(), z.unknown()),
    reason: z.string().optional(),
  }),
});

const AskForm: FC<{
  readonly name: string;
  readonly fields: readonly FormField[];
  /** Initial values of the fields. */
  readonly before: Readonly<Record<string, unknown>>;
}> = ({ name, fields, before }) => {
  const refused = useFrame().refused?.action === `/ask/${name}` ? useFrame().refused : undefined;
  const faults = refused?.problem instanceof RequestInvalid ? refused.problem.errors : [];
  const given = refused?.fields ?? before;
  const written = (field: string): string[] => {
    const values = [given[field] ?? []].flat();
    return values.flatMap((one) => (typeof one === "object" ? JSON.stringify(one) : String(one)));
  };
  return (
    <PostForm class="ask" action={`/ask/${name}`} fields={{ id: written("id")[0] ?? crypto.randomUUID() }}>
      {fields.some(({ kind }) => kind === "person") && <datalist id="people" />}
      {fields.map((field) => (
        <Field
          {...field}
          written={written(field.name)}
          fault={faults.find(({ member }) => member === field.name)?.message}
        />
      ))}
      <p class="field">
        <label for="ask-reason">
          Why <span class="dim">(optional, recorded in the audit trail)</span>
        </label>
        <textarea id="ask-reason" name="reason" rows={2} maxlength={1_000}>
          {written("reason")[0]}
        </textarea>
      </p>
      <button type="submit" class="good">
        Show the plan
      </button>
    </PostForm>
  );
};

const Field: FC<FormField & { readonly written: readonly string[]; readonly fault: string | undefined }> = (
  field,
) => {
  const { name, label, kind, isNeeded, written, fault } = field;
  const id = `ask-${name}`;
  // A field with choices needs no description of its format.
  const hint = field.choices ? null : field.hint;
  const about = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ") || undefined;
  const described = {
    "aria-describedby": about,
    "aria-invalid": fault ? "true" : undefined,
    autofocus: !!fault,
  };
  return (
    <p class="field">
      <label for={id}>
        {label}
        {!isNeeded && <span class="dim"> (optional)</span>}
        {!fault && inWords(kind, written[0])}
      </label>
      <Control {...field} shared={{ id, name, required: isNeeded, ...described }} />
      {hint && (
        <small class="dim" id={`${id}-hint`}>
          {hint}
        </small>
      )}
      {fault && (
        <strong class="fault" id={`${id}-fault`}>
          <Text of={fault} />
        </strong>
      )}
    </p>
  );
};

const Control: FC<
  Parameters<typeof Field>[0] & { readonly shared: Readonly<Record<string, string | boolean | undefined>> }
> = ({ name, kind, choices, offers, isList, shared, written }) => {
  const text = written.join(", ");
  if (choices)
    return (
      <select {...shared} multiple={isList} size={isList ? choices.length : undefined}>
        {!isList && <option value="" />}
        {choices.map((choice) => (
          <option value={choice} selected={written.includes(choice)}>
            {choice}
          </option>
        ))}
      </select>
    );
  if (isList && kind !== "person")
    return (
      <textarea {...shared} rows={2} maxlength={name === "reason" ? 1_000 : 3_000}>
        {text}
      </textarea>
    );
  const type = kind === "person" && !isList ? "email" : "text";
  const list = kind === "person" ? "people" : offers.length > 0 ? `${shared["id"]}-names` : undefined;
  return (
    <>
      <input {...shared} type={type} list={list} autocomplete="off" value={text} maxlength={3_000} />
      {offers.length > 0 && (
        <datalist id={list}>
          {offers.map((name) => (
            <option value={name} />
          ))}
        </datalist>
      )}
    </>
  );
};
