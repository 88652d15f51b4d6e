/** An analysis exceeds its budget: findings so far are valid, the rest is unchecked. */
export class BudgetExceeded extends Error {}

/** Limits the work of an analysis, counted in visits of nodes, flows and tokens instead of time, so that results are deterministic. */
export interface WorkBudget {
  /** @throws {BudgetExceeded} */
  spend(visits: number): void;
  /** Visits so far. */
  readonly spent: number;
}

export function createWorkBudget(most: number): WorkBudget {
  let spent = 0;
  return {
    spend(visits) {
      spent += visits;
      if (spent > most) throw new BudgetExceeded();
    },
    get spent() {
      return spent;
    },
  };
}
