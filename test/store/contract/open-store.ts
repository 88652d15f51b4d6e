import type { Store } from '../../../src/store/store.ts';

/** Gives a store on an empty database of its own. Whoever hands it to a part of the contract closes it. */
export type OpenStore = () => Promise<Store>;
