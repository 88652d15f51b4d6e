import type { AsyncCommand } from 'fast-check';
import type { Store } from '../../../src/store/port.ts';
import type { Model } from './model.ts';

/** What the commands are run against. */
export interface Real {
  store: Store;
  /** Closes the store and opens it again; left out where it is gone then. */
  readonly reopen?: () => Promise<Store>;
  /** Whether opening means that whoever held something is dead. */
  readonly isAlone: boolean;
}

export type StoreCommand = AsyncCommand<Model, Real>;

/** One operation with its arguments, of which most are numbers to pick by from what there is at that moment. */
export function command<Args>(
  name: string,
  args: Args,
  canRun: (model: Model) => boolean,
  run: (model: Model, real: Real, args: Args) => Promise<void>,
): StoreCommand {
  return {
    check: canRun,
    run: (model, real) => run(model, real, args),
    toString: () => `${name} ${JSON.stringify(args)}`,
  };
}
