/** Where a report must name somebody and nobody can be, deploy says so, not the timer that fails at night. */
import { expect, test } from 'vitest';
import { boundary, end, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

const LATE = processFile(
  [
    start(),
    userTask('check', { groups: 'directors' }),
    boundary('late', 'check', timer('PT1H')),
    userTask('chase', { assignee: 'bo' }),
    end(),
    end('over'),
  ],
  'start > check > end; late > chase > over',
  { id: 'late-check' },
);

test('a timer takes the task of a group: refused at deploy, until somebody stands in for the group', async () => {
  let now = Date.UTC(2026, 2, 1, 4);
  const clock = () => now;
  await using world: World = await createWorld({ bridge: { clock }, sandbox: { clock } });
  await expect(world.bridge.deploy(LATE)).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    details: { problems: [expect.objectContaining({ rule: 'nobody-stands-in', elementId: 'check' })] },
  });

  const membersOf = async (group: string) => (group === 'directors' ? ['dara'] : []);
  await world.reopen({ identity: { isMember: () => true, membersOf } });
  await world.bridge.deploy(LATE);

  await world.reopen({ identity: 'trust-center', defaults: { systemHandler: 'dara' } });
  await world.bridge.deploy(LATE);
  await world.bridge.start('late-check', { initiator: 'anna' });
  await world.bridge.idle();
  now += 2 * 3_600_000;
  await world.bridge.idle();
  expect(await world.bridge.incidents.list()).toEqual([]);
  expect(await world.bridge.tasks.list({ state: 'IN_PROGRESS' })).toMatchObject([{ nodeId: 'chase' }]);
  expect(world.reports()).toContain('check next chase');
  expect(world.pending()).toEqual(['bo:chase']);
  expect(await world.bridge.outbox.list({ state: 'delivered' })).toHaveLength(2);
});
