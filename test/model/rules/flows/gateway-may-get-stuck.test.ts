import { expect, test } from 'vitest';
import { end, exclusive, inclusive, processFile, serviceTask, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'gateway-may-get-stuck';

test('conditions without a default flow get a warning', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x > 1}] yes; g >[${x < 1}] no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g: Every flow out of the gateway "g" has a condition; if none is true, the step fails.',
  ]);
});

test('so does an inclusive gateway', async () => {
  const xml = processFile(
    [start(), userTask('a'), inclusive('g'), end('yes'), end('no')],
    'start > a > g; g >[${x}] yes; g >[${y}] no',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'warning g: Every flow out of the gateway "g" has a condition; if none is true, the step fails.',
  ]);
});

test('a condition and its opposite are enough', async () => {
  const xml = processFile(
    [start(), serviceTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x}] yes; g >[${!x}] no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('so are buttons that set what is tested', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[=d = "a"] yes; g >[=d = "b"] no',
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('one with a condition that is always true does not, nor is it said of conditions that cannot be read', async () => {
  const xml = (first: string, second: string) =>
    processFile(
      [start(), userTask('a'), exclusive('g'), end('yes'), end('no')],
      `start > a > g; g >[${first}] yes; g >[${second}] no`,
    );
  expect(await findProblems(xml('${x > 3}', 'true'), rule)).toEqual([]);
  for (const always of ['${true}', '#{ true }', '=true'])
    expect(await findProblems(xml('${x > 3}', always), rule)).toEqual([]);
  expect(await findProblems(xml('${x > 3}', '${false}'), rule)).toHaveLength(1);
  expect(await findProblems(xml('${x > 3}', 'x <= 3'), rule)).toEqual([]);
  expect(await findProblems(xml('${x > 3}', '${x < 2}'), rule)).toHaveLength(1);
});
