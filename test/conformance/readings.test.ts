/** No rule depends on how a center reads what the interface leaves open: those are the probes. */
import { expect, test } from 'vitest';
import { RULES } from '../../src/conformance/rules/rules.ts';
import { SWITCH_VALUES } from '../support/inner/sandbox.ts';
import { brokenOf } from './broken-rules.ts';

/** Readings in which the suite cannot be run. */
const BARRED: Readonly<Record<string, string | number>> = {
  unknownPreviousTask: 'create-nothing', // There no call can open a transaction, and every rule needs one.
  handledPreviousTask: 'create-nothing', // It breaks a rule of the interface, as the suite says of such a center.
  itemsPerCall: 1, // What becomes of the other items of a call can be seen where a call may hold them.
  authorizationScheme: 'needed', // The interface sends the token alone, and so does every rule.
  signOffIn: 'data', // The field table has it at the top, and a rule says so.
  statusTimeForm: 'yy-MM-dd hh:mm:ss', // What the rules answer has the form of all other times.
};
const SWITCHES = Object.entries<readonly unknown[]>(SWITCH_VALUES).map(
  ([name, values]) => [name, values.filter((value) => value !== BARRED[name])] as const,
);
/** As far from the default as one center can be. */
const FAR = Object.fromEntries(SWITCHES.map(([name, values]) => [name, values.at(-1)]));
const EACH = SWITCHES.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));

// Each alone takes minutes: `npm run test:conformance`.
test.each(process.env.CONFORMANCE === 'all' ? [FAR, ...EACH] : [FAR])(
  'every rule holds in a center with %j',
  async (switches) => {
    expect(await brokenOf(RULES, { switches })).toEqual([]);
  },
);
