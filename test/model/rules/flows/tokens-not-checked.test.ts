import { expect, test } from 'vitest';
import { NOTHING_LEFT_OVER } from '../../../../src/model/moddle/parse-leftovers.ts';
import { chooseProcess, readDefinitions } from '../../../../src/model/read/read-definitions.ts';
import { readDraft } from '../../../../src/model/read/read-draft.ts';
import { exploreDraft, MAX_VISITS } from '../../../../src/model/tokens/explore-draft.ts';
import { hardShapes } from '../../../bench/hard-shapes.ts';
import { largeShapes } from '../../../bench/large-shapes.ts';
import { end, exclusive, inclusive, plainTask, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { parseBpmn } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'tokens-not-checked';

// Each round, any of the two may be taken; no task waits, so that all of it is one step.
test('an inclusive split and join of tasks that do not wait, in a loop, is judged', async () => {
  const xml = processFile(
    [
      start(),
      userTask('ask'),
      inclusive('split'),
      plainTask('a'),
      plainTask('b'),
      inclusive('join'),
      exclusive('done'),
      end(),
    ],
    [
      'start > ask > split',
      'split >[${x}] a > join',
      'split >[${y}] b > join',
      'join > done',
      'done >[${z}] split; done >* end',
    ],
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('a diagram with too many ways is warned of, and one with few is not', async () => {
  const { 'a parallel fork of all tasks': wide = '', 'a chain of tasks': chain = '' } = hardShapes(40);
  expect(await findProblems(wide, rule)).toEqual([
    'warning process: The process "process" has too many possible paths for its tokens to check them all, so a join in it may wait forever unnoticed.',
  ]);
  expect(await findProblems(chain, rule)).toEqual([]);
});

test.each(Object.entries({ ...hardShapes(120), ...largeShapes(120) }))(
  '%s: no more is looked at than may be',
  async (_name, xml) => {
    const process = chooseProcess(readDefinitions((await parseBpmn(xml)).definitions, NOTHING_LEFT_OVER));
    if (process === undefined) throw new Error('no process');
    const draft = readDraft(process, {}, []);
    for (const mode of ['all', 'people', 'events'] as const)
      expect(exploreDraft(draft, mode).visits).toBeLessThan(MAX_VISITS * 1.1);
  },
);

test('the work behind one look is bounded too', async () => {
  const { 'inclusive splits and joins of eight plain tasks each, in a loop': loops = '' } = hardShapes(300);
  const before = process.cpuUsage();
  expect(await findProblems(loops, rule)).toHaveLength(1);
  const { user } = process.cpuUsage(before);
  // Of processor time; where firing a join costs nothing of the budget, it is more than ten times as much.
  expect(user / 1_000).toBeLessThan(6_000);
});
