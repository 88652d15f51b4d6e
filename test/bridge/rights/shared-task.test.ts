/** A task that several sign, between the first signature and the last: some have handled it, it still waits for others. */
import { expect, test } from 'vitest';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { ACTION_TYPES } from '../../support/inner/protocol.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';

const BUTTONS = ACTION_TYPES.map((type) => {
  const to = type === 'TRANSFER' || type === 'CIRCULARIZE' ? ' to="fatima"' : '';
  return `<ttc:action name="${type}" key="${type}" type="${type}"${to}/>`;
}).join('');

const FILE = draw({
  id: 'shared',
  others: [
    userTask('sign', {
      assignee: '${who}',
      multiInstance: { collection: '${people}', elementVariable: 'who' },
      attributes: { 'ttc:countersign': 'shared' },
      extensions: BUTTONS,
    }),
  ],
  paths: 'start > sign > end',
});

/** What bo, who has signed, hears while chen has not; all others find the task as it is. */
const HEARD_BY_A_SIGNER = {
  ...{ HANDLE: 2005, TRANSFER: 2005, CIRCULARIZE: 2005, DEAL: 2005, HANG_UP: 2005, ACTIVE: 2005 },
  ...{ BREAK_UP: 403, REVOKE: 403, PROMOTER: 403 },
  ...{ HANDLEDR: 0, ALL: 0 },
};

test('who has signed has handled it, and has no further part in it', async () => {
  using file = createDatabaseFile();
  await using world = await createWorld({
    bridge: { store: file.store },
    sandbox: { switches: { noneKeepsPending: 'for-others' } },
  });
  await world.begin(FILE, { variables: { people: ['bo', 'chen'] } });
  const taskId = world.taskOf('bo', 'sign');
  expect(await world.press('bo', 'sign', 'HANDLE')).toBe(0);
  expect(world.pending()).toEqual(['chen:sign']);

  const [listed] = world.sandbox.handled('bo');
  expect(listed?.buttons.map(({ name }) => name)).toEqual(['HANDLEDR', 'ALL']);
  const heard: Record<string, number> = {};
  for (const action of ACTION_TYPES) {
    const raw = action !== 'HANDLEDR' && action !== 'ALL';
    const before = file.dump();
    const { body } = await world.sandbox.press(taskId, { action, account: 'bo', raw });
    heard[action] = (body as { code: number }).code;
    await world.bridge.idle();
    if (raw) expect(file.dump()).toEqual(before);
  }
  expect(heard).toEqual(HEARD_BY_A_SIGNER);
  expect(world.pending()).toEqual(['chen:sign']);
  expect(await world.press('chen', 'sign', 'HANDLE')).toBe(0);
  expect(world.reports().at(-1)).toBe('sign end');
});
