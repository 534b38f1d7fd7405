import { isForm, parseForm } from "./reading/form.ts";
import { parseJson } from "./reading/json.ts";
import { RipplingForm, readRipplingForm } from "./reading/rippling.ts";
import { readWorkerNotice, WorkerNotice } from "./reading/worker-notice.ts";
import { inQuery, sharedSecret, WHERE_USERS_CHOOSE } from "./schemes/shared-secret.ts";
import type { Source } from "./source.ts";

/**
 * Rippling: webhooks of a partner's app, which are forms that say little more than whom they are about, with a bearer
 * token; and "Trigger a webhook" of Workflow Studio, which sends JSON that its users write: the one that docs/senders.md
 * asks for. Where Workflow Studio puts the secret that it has a field for is not documented, so the address may have it.
 * Source: developer.rippling.com, Webhooks
 */
export const rippling: Source = {
  name: "rippling",
  authentication: "shared-secret",
  secretVariable: "RIPPLING_WEBHOOK_SECRET",
  verify: sharedSecret([...WHERE_USERS_CHOOSE, inQuery("secret")]),
  signsIds: false,
  parse: (delivery, now) => (isForm(delivery) ? parseWebhook : parseWorkflow)(delivery, now),
};

const parseWebhook = parseForm(RipplingForm, (form, _, now) => readRipplingForm(form, now));

const parseWorkflow = parseJson(WorkerNotice, (notice) => ({
  id: notice.id,
  event: readWorkerNotice("rippling", notice),
}));
