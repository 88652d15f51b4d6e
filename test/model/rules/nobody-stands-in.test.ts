import { expect, test } from 'vitest';
import {
  type BpmnNode,
  bareTask,
  boundary,
  end,
  error,
  eventSubProcess,
  processFile,
  serviceTask,
  start,
  subProcess,
  timer,
  type UserTaskOptions,
  userTask,
} from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'nobody-stands-in';
const GROUP: UserTaskOptions = { groups: 'clerks' };
const said = (severity: 'error' | 'warning', event: string) =>
  `${severity} check: The event "${event}" may end the user task "check" while it is a group's, and nobody can be named for it in the report: the event would fail.`;

const find = (xml: string, options = {}) => findProblems(xml, rule, { standsIn: false, ...options });
const late = (content = timer('PT1H'), interrupting = true) => boundary('late', 'check', content, { interrupting });
const onTask = (task: UserTaskOptions, event = late()) => onNode(userTask('check', task), event);
const onNode = (task: BpmnNode, event = late()) =>
  processFile([start(), task, event, end(), end('over')], 'start > check > end; late > over');

test('an interrupting timer on the task of a group is refused where nobody stands in', async () => {
  expect(await find(onTask(GROUP))).toEqual([said('error', 'late')]);
  expect(await findProblems(onTask(GROUP), rule)).toEqual([]);
});

test('an account, and an event that does not interrupt, need nobody', async () => {
  expect(await find(onTask({ assignee: 'anna' }))).toEqual([]);
  expect(await find(onTask(GROUP, late(timer('PT1H'), false)))).toEqual([]);
});

test('where accounts come first it is not certain', async () => {
  expect(await find(onTask({ ...GROUP, assignee: '${boss}' }))).toEqual([said('warning', 'late')]);
});

test('a default group is one as well', async () => {
  const defaultAssignment = { kind: 'handlingGroup', from: 'defaults.handlingGroup', expressions: [] };
  expect(await find(onNode(bareTask('check')), { defaultAssignment })).toEqual([said('error', 'late')]);
});

const inner = (nodes: Parameters<typeof subProcess>[1], flows: string) => subProcess('inner', nodes, flows);
const CHECKING = inner([start('in'), userTask('check', GROUP), end('out')], 'in > check > out');

test('events on what stands around it, and event sub-processes beside it, take it too', async () => {
  const around = processFile(
    [start(), CHECKING, boundary('late', 'inner', timer('PT1H')), end(), end('over')],
    'start > inner > end; late > over',
  );
  expect(await find(around)).toEqual([said('error', 'late')]);
  const stop = eventSubProcess('stop', [start('late', { content: timer('PT1H') }), end('over')], 'late > over', {});
  expect(await find(processFile([start(), CHECKING, stop, end()], 'start > inner > end'))).toEqual([
    said('error', 'late'),
  ]);
});

test('a task of the event sub-process itself is not taken by its start', async () => {
  const content = [start('late', { content: timer('PT1H') }), userTask('check', GROUP), end('over')];
  const stop = eventSubProcess('stop', content, 'late > check > over', {});
  expect(
    await find(processFile([start(), userTask('file', { assignee: 'anna' }), stop, end()], 'start > file > end')),
  ).toEqual([]);
});

test('an error is thrown by what runs, perhaps never beside the task', async () => {
  const nodes = [start('in'), userTask('check', GROUP), serviceTask('book', { service: 'book' }), end('out')];
  const around = processFile(
    [start(), inner(nodes, 'in > check > book > out'), boundary('failed', 'inner', error()), end(), end('over')],
    'start > inner > end; failed > over',
  );
  expect(await find(around)).toEqual([said('warning', 'failed')]);
});
