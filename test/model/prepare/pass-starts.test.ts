import { expect, test } from 'vitest';
import { startScenario } from '../../plugin/scenario.ts';
import { end, exclusive, processFile, start, subProcess, userTask } from '../../support/bpmn-xml.ts';
import { findPrepared, flowsOf, prepareAccepted } from './prepare.ts';

const AGAIN = processFile(
  [start(), userTask('a'), exclusive('g'), end()],
  'start > a > g; g >"Again" start; g >"Done" end',
);

test('a flow back to the start event leads to what follows it, with a warning', async () => {
  const { xml, problems } = await prepareAccepted(AGAIN);
  expect(flowsOf(xml)).toEqual(['start-a: start > a', 'a-g: a > g', 'g-start: g > a', 'g-end: g > end']);
  expect(problems.map(({ rule, severity, elementId }) => `${severity} ${rule} ${elementId}`)).toEqual([
    'warning flow-to-start-event g-start',
  ]);
  expect((await prepareAccepted(xml)).xml).toBe(xml);
});

test('all flows of a start event that forks are taken again, also in a sub-process', async () => {
  const inner = processFile(
    [
      subProcess(
        'sub',
        [start('in'), userTask('a'), userTask('b'), exclusive('g'), end('out')],
        'in > a > g; in > b > out; g >"Again" in; g >"Done" out',
      ),
      start(),
      end(),
    ],
    'start > sub > end',
  );
  const { model, xml } = await prepareAccepted(inner);
  expect(model.reserved).toEqual(new Set(['in..again', 'in..to-again']));
  const run = await startScenario(xml);
  await run.press('b');
  await run.press('a', 'Again');
  expect(run.open).toBe('a b');
  await run.press('a', 'Done');
  await run.press('b');
  expect(run.ended).toBe(true);
});

test('a start event that leads to itself alone is refused', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end; start > start');
  expect(await findPrepared(xml)).toContainEqual(expect.stringContaining('flow-not-allowed'));
});
