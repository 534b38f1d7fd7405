// How much of each budget is used, on the page of automations.
import type { FC } from "hono/jsx";
import type { BudgetUse } from "../../desk/control/store.ts";
import { count } from "./visible.ts";

/** How much of a budget is used. */
export const Use: FC<{ readonly name: string; readonly limit: number; readonly used: number }> = ({
  name,
  limit,
  used,
}) => (
  <span class="line">
    <meter
      aria-label={name}
      min={0}
      max={Math.max(1, limit)}
      high={limit * 0.8}
      value={Math.min(used, limit)}
    />{" "}
    {count(used)} of {count(limit)} {name}
  </span>
);

/** The budgets that automations share. */
export const BudgetList: FC<{ readonly budgets: readonly BudgetUse[] }> = ({ budgets }) => (
  <>
    <h2>Budgets of all</h2>
    {budgets.filter(({ budget }) => budget.per !== "automation").length === 0 && <p class="empty">none</p>}
    {budgets
      .filter(({ budget }) => budget.per !== "automation")
      .flatMap(({ budget, uses }) =>
        (uses.length === 0 ? [{ of: null, used: 0 }] : uses).map(({ of, used }) => (
          <p>
            <Use
              name={of === null ? budget.name : `${budget.name} (${of})`}
              limit={budget.limit}
              used={used}
            />
          </p>
        )),
      )}
  </>
);
