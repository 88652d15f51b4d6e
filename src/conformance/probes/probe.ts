import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { Center } from '../center.ts';

export type Switch = keyof Sandbox['switches'];

/** A behaviour of a center, and its consequence. */
export interface Reading {
  readonly means: string;
  /** The option of the bridge to set, or why there is none. */
  readonly bridge: string;
}

/** The result of a probe. */
export interface Seen {
  /** Key of the reading; undefined if the center did not show it; `look` then says how to find out. */
  readonly reading?: string | undefined;
  /** The calls and answers, in order. */
  readonly saw: readonly string[];
  /** What to check by hand. */
  readonly look?: string;
  /** What the calls created, if there is something to check by hand; the tests look at it in a sandbox. */
  readonly made?: unknown;
}

/** A question that the interface leaves open, and the calls that show how a center behaves. */
export interface Probe {
  readonly name: string;
  readonly question: string;
  /** Readings by key; for a probe with a switch, the keys are its values as text. */
  readonly readings: Readonly<Record<string, Reading>>;
  /** The switch that makes the sandbox behave the same. */
  readonly sandboxSwitch?: Switch;
  readonly ask: (center: Center) => Promise<Seen>;
}

const NOTHING = 'nothing to set';

/** A reading for which the bridge needs no option. */
export const fine = (means: string, why = ''): Reading => ({
  means,
  bridge: why === '' ? NOTHING : `${NOTHING}: ${why}`,
});

/** Describes an entry of errorIds, or that there was none. */
export const describeEntries = (entries: readonly { readonly code: number; readonly message: string }[]): string =>
  entries.length === 0 ? 'accepted' : entries.map(({ code, message }) => `${code} ${message}`).join(' and ');
