import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { Center } from '../center.ts';
import type { Hands } from '../hands.ts';

export type Switch = keyof Sandbox['switches'];

/** What a center turned out to do, and what follows from it. */
export interface Reading {
  readonly means: string;
  /** The option of the bridge to set, or why there is none to set. */
  readonly bridge: string;
}

/** What was seen. */
export interface Seen {
  /** Key of the reading; undefined where the center did not show it, which `look` then says how to find out. */
  readonly reading?: string | undefined;
  /** What was done and answered, in the order in which it was. */
  readonly saw: readonly string[];
  /** What somebody has to look at in a real center. */
  readonly look?: string;
}

/** A question that the interface leaves open, and how a center is made to show its answer. */
export interface Probe {
  readonly name: string;
  readonly question: string;
  /** By their keys; of a probe with a switch those are its values, as text. */
  readonly readings: Readonly<Record<string, Reading>>;
  /** The switch of the sandbox that gives it the same reading. */
  readonly sandboxSwitch?: Switch;
  /** @param hands what a real center lacks */
  readonly ask: (center: Center, hands: Hands | undefined) => Promise<Seen>;
}

const NOTHING = 'nothing to set';

/** A reading for which the bridge needs no option. */
export const fine = (means: string, why = ''): Reading => ({
  means,
  bridge: why === '' ? NOTHING : `${NOTHING}: ${why}`,
});

/** An entry of errorIds, or that there was none, in few words. */
export const describeEntries = (entries: readonly { readonly code: number; readonly message: string }[]): string =>
  entries.length === 0 ? 'taken' : entries.map(({ code, message }) => `${code} ${message}`).join(' and ');
