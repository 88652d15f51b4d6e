import { expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'expression-invalid';

test('a call that reaches into Java is refused with its text', async () => {
  const xml = fileWith(userTask('a', { assignee: '${users.getClass()}' }));
  expect(await findProblems(xml, rule)).toEqual([
    expect.stringContaining('error a: The expression ${users.getClass()} of camunda:assignee cannot be used: '),
  ]);
});

test('a condition that does not parse is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x >}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    expect.stringContaining('error g-yes: The expression ${x >} of condition cannot be used: '),
  ]);
});

test('broken FEEL is refused', async () => {
  const xml = fileWith(userTask('a', { assignee: '=for x in' }));
  expect(await findProblems(xml, rule)).toEqual([
    expect.stringContaining('error a: The expression =for x in of camunda:assignee cannot be used: '),
  ]);
});

test('operators over variables are fine', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${amount * 2 > limit}] yes; g >* no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
