import { expect, test } from 'vitest';
import { bpmn, end, process, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'process-not-executable';

test('the only process, marked as not executable, is refused', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end', { isExecutable: false });
  expect(await findProblems(xml, rule)).toEqual([
    'error process: The process is marked as not executable: it was drawn to be read, not to be run.',
  ]);
});

test('several of which none is executable are refused', async () => {
  const xml = bpmn(
    process('p', [start('s1')], '', { isExecutable: false }),
    process('q', [start('s2')], '', { isExecutable: null }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error definitions: None of the 2 processes of the file is marked as executable: p, q.',
  ]);
});

test('several that say nothing about it are run, but for those of Camunda 8', async () => {
  const one = (id: string) =>
    process(id, [start(`s-${id}`), userTask(`u-${id}`)], `s-${id} > u-${id}`, { isExecutable: null });
  const xml = bpmn(one('p'), one('q'));
  expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error definitions: None of the 2')]);
  const elsewhere = xml.replace(/ xmlns:zeebe="[^"]*"/, '');
  expect(await findProblems(elsewhere, rule)).toEqual([
    expect.stringContaining('warning p: The process "p" does not say whether it is executable'),
    expect.stringContaining('warning q: '),
  ]);
});

test('a file without a process is refused', async () => {
  const xml = bpmn('<message id="m"/>');
  expect(await findProblems(xml, rule)).toEqual([
    'error definitions: The file has no process, so there is nothing to run.',
  ]);
});

test('the only process needs no mark', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end', { isExecutable: null });
  expect(await findProblems(xml, rule)).toEqual([]);
});
