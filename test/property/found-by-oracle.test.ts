/** What random processes found, reduced to the smallest drawing. */
import { expect, test } from 'vitest';
import { startScenario } from '../plugin/scenario.ts';
import { end, exclusive, inclusive, processFile, start, userTask } from '../support/bpmn-xml.ts';

test.each([false, true])(
  'a countersign that is rejected back to itself begins anew (sequential: %s)',
  async (sequential) => {
    const sign = userTask('sign', { assignee: 'p${loopCounter}', multiInstance: { cardinality: 2, sequential } });
    const run = await startScenario(
      processFile(
        [start(), sign, exclusive('g'), userTask('z'), end()],
        'start > sign > g; g >"Yes"{ttc:vote=approve} z > end; g >"No"{ttc:vote=reject} sign',
      ),
    );
    const round = sequential ? 'sign#0' : 'sign#0,sign#1';
    expect(await run.press('sign#0', 'No')).toEqual([`sign#0 next ${round}`]);
    expect(await run.press('sign#0', 'Yes')).toEqual([sequential ? 'sign#0 next sign#1' : 'sign#0 none']);
    expect(await run.press('sign#1', 'Yes')).toEqual(['sign#1 next z']);
    expect(await run.press('z')).toEqual(['z end']);
  },
);

test('a countersign that conditions send back to itself asks every signer again', async () => {
  const run = await startScenario(
    processFile(
      [
        start(),
        userTask('sign', { assignee: 'p${loopCounter}', multiInstance: { cardinality: 2 } }),
        exclusive('g'),
        end(),
      ],
      'start > sign > g; g >[${again && true}] sign; g >* end',
    ),
    { again: true },
  );
  await run.press('sign#0');
  expect(await run.press('sign#1')).toEqual(['sign#1 next sign#0,sign#1']);
  expect(await run.press('sign#1', undefined, { again: false })).toEqual(['sign#1 none']);
  expect(await run.press('sign#0')).toEqual(['sign#0 end']);
});

test('two buttons of one gateway lead into an inclusive join: it joins once, and the instance ends', async () => {
  const xml = processFile(
    [start(), inclusive('f'), userTask('a'), exclusive('g'), userTask('b'), inclusive('j'), userTask('z'), end()],
    'start > f; f >[${x}] a > g; g >"One" j; g >"Two" j; f >[${!x}] b > j; j > z > end',
  );
  const one = await startScenario(xml, { x: true });
  expect(await one.press('a', 'Two')).toEqual(['a next z']);
  expect(await one.press('z')).toEqual(['z end']);
  const other = await startScenario(xml, { x: false });
  expect(await other.press('b')).toEqual(['b next z']);
  expect(await other.press('z')).toEqual(['z end']);
});
