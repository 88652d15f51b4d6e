import { expect, test } from 'vitest';
import { type BpmnNode, end, eventSubProcess, processFile, start, timer, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'event-sub-process-start';

const beside = (part: BpmnNode) => processFile([start(), userTask('a'), end(), part], 'start > a > end');
const due = (id: string) => start(id, { content: timer('P1D') });

test.each([
  ['no start event', eventSubProcess('part', [userTask('b')], ''), 'has no start event, so nothing ever sets it off'],
  ['two start events', eventSubProcess('part', [due('s'), due('t'), end('e')], 's > e; t > e'), 'has 2 start events'],
  [
    'a plain start event',
    eventSubProcess('part', [start('s'), end('e')], 's > e'),
    'has a start event "s" that waits for nothing, so nothing ever sets it off',
  ],
  [
    'a start event for a trigger of Flowable',
    eventSubProcess(
      'part',
      [
        start('s', {
          extensions: '<flowable:variableListenerEventDefinition variableName="amount"/>',
        }),
        end('e'),
      ],
      's > e',
    ),
    'has a start event "s" with flowable:variableListenerEventDefinition, which is not run',
  ],
])('an event sub-process with %s is refused', async (_what, part, reason) => {
  expect(await findProblems(beside(part), rule)).toEqual([`error part: The event sub-process "part" ${reason}.`]);
});

test('one start event with a trigger is fine', async () => {
  const part = eventSubProcess('part', [due('s'), end('e')], 's > e');
  expect(await findProblems(beside(part), rule)).toEqual([]);
});
