/** An analysis takes more looks than it may: what it found until then holds, and of the rest nothing can be said. */
export class BudgetSpent extends Error {}

/** How much an analysis may do, counted in looks at a node, flow or token and not in time, so that a file is always judged the same. */
export interface WorkBudget {
  /** @throws {BudgetSpent} */
  spend(looks: number): void;
  /** Looks that were taken so far. */
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
