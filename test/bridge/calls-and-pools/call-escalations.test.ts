/** What a called process throws goes on from the task that was handled in it, however it was drawn into its call. */
import { expect, test } from 'vitest';
import {
  boundary,
  callActivity,
  catchEvent,
  end,
  escalation,
  message,
  parallel,
  processFile,
  root,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createWorld } from '../world.ts';

const PASSES = '<camunda:in source="boss" target="boss"/>';
const roots = `${root('escalation', 'late', { name: 'late', escalationCode: 'late' })}${root('message', 'paid', { name: 'paid' })}`;
const called = processFile(
  [
    start(),
    userTask('check', { assignee: 'bo' }),
    catchEvent('wait', message('paid')),
    end('over', { content: escalation('late') }),
  ],
  'start > check > wait > over',
  { id: 'checking', roots },
);

test.each([
  ['that shares variables', 'checking', ''],
  ['with variables of its own', 'checking', PASSES],
  ['that is computed', '${which}', PASSES],
])('an escalation out of a call %s', async (_, calledElement, extensions) => {
  await using world = await createWorld();
  const caller = processFile(
    [
      start(),
      parallel('fork'),
      userTask('file', { assignee: 'anna' }),
      callActivity('call', calledElement, { extensions }),
      boundary('caught', 'call', escalation('late')),
      userTask('chase', { assignee: 'anna' }),
      end(),
      end('gone'),
    ],
    'start > fork; fork > file > end; fork > call > end; caught > chase > gone',
    { id: 'caller', roots },
  );
  await world.bridge.deploy([called, caller]);
  const { instanceId } = await world.bridge.start('caller', {
    initiator: 'anna',
    variables: { which: 'checking', boss: 'bo' },
  });
  await world.bridge.idle();
  const { nodeId = '' } =
    (await world.bridge.tasks.list({ state: 'IN_PROGRESS' })).find(({ handlers }) => handlers[0] === 'bo') ?? {};
  expect(await world.press('bo', nodeId)).toBe(0);
  expect(await world.press('anna', 'file')).toBe(0);
  await world.bridge.message({ instanceId, name: 'paid' });
  await world.bridge.idle();
  expect(world.reports().slice(-3)).toEqual([`${nodeId} none`, 'file none', `${nodeId} next chase`]);
});
