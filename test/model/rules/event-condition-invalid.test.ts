import { expect, test } from 'vitest';
import { readModel } from '../../../src/model/read-model.ts';
import { catchEvent, element, fileWith } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'event-condition-invalid';
const waiting = (condition: string) => fileWith(catchEvent('c', element('conditionalEventDefinition', {}, condition)));
const saying = (text: string, language?: string) =>
  waiting(element('condition', { 'xsi:type': 'tFormalExpression', language }, text));

test.each([
  ['nothing', waiting(''), 'has no condition'],
  ['an empty text', saying(''), 'has no condition'],
  ['plain text', saying('amount is high'), 'has "amount is high" as its condition, which is plain text'],
  [
    'a script',
    saying('amount > 1', 'groovy'),
    'has a script in groovy as its condition, and that is looked at in every step that changes a variable, which waits for no script',
  ],
])('a conditional event with %s is refused', async (_what, xml, fault) => {
  expect(await findProblems(xml, rule)).toEqual([`error c: The conditional event "c" ${fault}.`]);
});

test('what a script says, a function of the host or a script task can say', async () => {
  const { problems } = await readModel(saying('amount &gt; 1', 'groovy'));
  expect(problems.find(({ rule: name }) => name === rule)?.remedy).toMatch(
    /functions: \{ isHigh.*let a script task set a variable/,
  );
});

test('expressions are fine', async () => {
  expect(await findProblems(saying('${amount &gt; 1}'), rule)).toEqual([]);
  expect(await findProblems(saying('=amount &gt; 1'), rule)).toEqual([]);
});
