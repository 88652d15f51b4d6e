import { expect, test } from 'vitest';
import {
  end,
  eventSubProcess,
  message,
  processFile,
  root,
  serviceTask,
  start,
  throwEvent,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'event-sub-process-runs-once';

const asked = (inside: ReturnType<typeof userTask>, isInterrupting: boolean) => {
  const content = { content: message('help'), attributes: { isInterrupting } };
  const handler = eventSubProcess('helping', [start('asked', content), inside, end('he')], `asked > ${inside.id} > he`);
  return processFile([start(), userTask('a'), end(), handler], 'start > a > end', {
    roots: root('message', 'help', { name: 'help' }),
  });
};

test('one beside its process in which somebody has to do something is pointed out', async () => {
  expect(await findProblems(asked(userTask('aid'), false), rule)).toEqual([
    'warning helping: While the event sub-process "helping" runs, another message does not begin it a second time.',
  ]);
  expect(await findProblems(asked(serviceTask('aid'), false), rule)).toHaveLength(1);
});

test('one that ends what it stands in happens once anyway, and one in which nothing waits is over at once', async () => {
  expect(await findProblems(asked(userTask('aid'), true), rule)).toEqual([]);
  expect(await findProblems(asked(throwEvent('note'), false), rule)).toEqual([]);
});
