import { expect, test } from 'vitest';
import { catchEvent, fileWith, root, signal, timer } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'several-event-definitions';

test('an event that is two things at once is refused', async () => {
  const xml = fileWith(catchEvent('c', timer('PT1H') + signal('x')), { roots: root('signal', 'x') });
  expect(await findProblems(xml, rule)).toEqual([
    'error c: The event "c" is several at once (timer, signal), and an event runs with one alone.',
  ]);
});

test('one definition is fine', async () => {
  expect(await findProblems(fileWith(catchEvent('c', timer('PT1H'))), rule)).toEqual([]);
});
