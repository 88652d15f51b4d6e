/** An analysis exceeds its budget: findings so far are valid, the rest is unchecked. */
export class BudgetSpent extends Error {}

/** Limits the work of an analysis, counted in visits of nodes, flows and tokens instead of time, so that results are deterministic. */
export interface WorkBudget {
  /** @throws {BudgetSpent} */
  spend(looks: number): void;
  /** Visits so far. */
  readonly spent: number;
}

export function createWorkBudget(most: number): WorkBudget {
  let spent = 0;
  return {
    spend(looks) {
      spent += looks;
      if (spent > most) throw new BudgetSpent();
    },
    get spent() {
      return spent;
    },
  };
}
