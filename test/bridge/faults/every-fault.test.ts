/** That no fault of the sandbox is forgotten: each strikes a run that is judged. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FaultName } from '../../../src/sandbox/index.ts';
import { KNOWN_FAULTS } from '../../support/inner/sandbox.ts';
import { FAULT_CASES } from './fault-cases.ts';

/** Those that `FAULT_CASES` cannot hold, and why; `callbacks.test.ts` strikes them. */
const IN_CALLBACKS: ReadonlyMap<FaultName, string> = new Map([
  [
    'cipher-rotated',
    'nobody gets on until the bridge is opened again with the new key, which no case of the table does',
  ],
]);

test.each(KNOWN_FAULTS)('$fault strikes either a case of the table or, for a reason, a callback', async ({ fault }) => {
  const isCase = FAULT_CASES.some(({ rule }) => rule.fault === fault);
  expect(isCase).toBe(!IN_CALLBACKS.has(fault));
  if (isCase) return;
  const text = await readFile(new URL('callbacks.test.ts', import.meta.url), 'utf8');
  expect(text).toContain(`strike({ fault: '${fault}'`);
});
