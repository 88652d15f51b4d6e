import { expect, test } from 'vitest';
import { catchEvent, element, fileWith } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'event-condition-invalid';
const waiting = (condition: string) => fileWith(catchEvent('c', element('conditionalEventDefinition', {}, condition)));
const saying = (text: string, language?: string) =>
  waiting(element('condition', { 'xsi:type': 'tFormalExpression', language }, text));

test.each([
  ['nothing', waiting(''), 'has no condition'],
  ['an empty text', saying(''), 'has no condition'],
  ['plain text', saying('amount is high'), 'has "amount is high" as its condition, which is plain text'],
])('a conditional event with %s is refused', async (_what, xml, fault) => {
  expect(await findProblems(xml, rule)).toEqual([`error c: The conditional event "c" ${fault}.`]);
});

test('expressions and scripts are fine', async () => {
  expect(await findProblems(saying('${amount &gt; 1}'), rule)).toEqual([]);
  expect(await findProblems(saying('=amount &gt; 1'), rule)).toEqual([]);
  expect(await findProblems(saying('amount &gt; 1', 'groovy'), rule)).toEqual([]);
});
