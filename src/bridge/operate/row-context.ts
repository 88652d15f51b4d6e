import type { Store } from '../../store/store.ts';

/** What the operations on rows need: of a bridge, or of a command line beside it. */
export interface RowContext {
  readonly store: Store;
  readonly clock: () => number;
  /** Called when something may be due. */
  readonly wake: () => void;
}
