import { expect, test } from 'vitest';
import {
  callActivity,
  catchEvent,
  end,
  link,
  processFile,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'needs-bridge-deploy';

test('calls and links are refused in a file that is read as it stands', async () => {
  const xml = processFile(
    [
      start(),
      callActivity('call', 'other', { name: 'Check' }),
      throwEvent('out', link('over')),
      catchEvent('in', link('over')),
      end(),
    ],
    'start > call > out; in > end',
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error call: "Check" is a call activity, which runs only in a file that was deployed.',
    'error out: "out" is a link intermediate throw event, which runs only in a file that was deployed.',
    'error in: "in" is a link intermediate catch event, which runs only in a file that was deployed.',
  ]);
});

test('a file without them is fine', async () => {
  expect(await findProblems(processFile([start(), userTask('a'), end()], 'start > a > end'), rule)).toEqual([]);
});
