import { expect, test } from 'vitest';
import { end, fileWith, start, subProcess, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'nested-too-deep';

/** A task inside of so many sub-processes, `s1` the outermost. */
function nested(depth: number): string {
  let inner = userTask('a');
  for (let at = depth; at > 0; at -= 1) {
    inner = subProcess(`s${at}`, [start(`in${at}`), inner, end(`out${at}`)], `in${at} > ${inner.id} > out${at}`);
  }
  return fileWith(inner);
}

test('of sub-processes in each other the first that is too deep is refused', async () => {
  for (const depth of [101, 300]) {
    expect(await findProblems(nested(depth), rule)).toEqual([
      'error s101: The sub-process "s101" is nested inside 100 others, which is too deep to run.',
    ]);
  }
});

test('a hundred are fine', async () => {
  expect(await findProblems(nested(100), rule)).toEqual([]);
});
