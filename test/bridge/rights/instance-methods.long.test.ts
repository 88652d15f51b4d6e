/** What the bridge does to a whole process, asked for by everybody and by the host itself, in every state. */
import { expect, test } from 'vitest';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld } from '../world.ts';
import { CASTS, KEEPER, place, SITUATIONS, type Situation } from './situations.ts';
import { answerTo, type Relation, STATEMENTS } from './statement.ts';

/** Each does what a button of this type does. */
const OPERATIONS = [
  ['suspend', 'HANG_UP'],
  ['activate', 'ACTIVE'],
  ['terminate', 'BREAK_UP'],
  ['revoke', 'REVOKE'],
] as const;

/** No task is named, so a handler is whoever has any task that is open now. */
function relationsOf(account: string, { task, column }: Situation): Relation[] {
  const isOpen = task === 'IN_PROGRESS' || task === 'SUSPENDED';
  const handlers = [KEEPER, ...(isOpen ? ['bo', 'chen'] : []), ...(task === 'TURN' ? ['fatima'] : [])];
  return [
    ...(account === 'anna' ? (['initiator'] as const) : []),
    ...(column !== 'over' && handlers.includes(account) ? (['handler'] as const) : []),
    ...(account === 'bo' && task === 'FINISH' ? (['handled-it'] as const) : []),
  ];
}

test.each(SITUATIONS)('a process that is $instance, with a task that is $task', async (situation) => {
  const [cast] = CASTS;
  if (!cast) throw new Error('there is nobody');
  using file = createDatabaseFile();
  await using world = await createWorld({ bridge: { store: file.store, identity: { isMember: () => false } } });
  await world.bridge.deploy(cast.xml);
  const column = ({ running: 'waits', suspended: 'waits, suspended' } as const)[situation.instance as string] ?? 'over';

  let placed = await place(world, cast, situation);
  let before = file.dump();
  // Undefined is the host itself, who needs no right.
  for (const account of [KEEPER, 'bo', 'chen', 'anna', 'fatima', 'dara', undefined]) {
    for (const [name, type] of OPERATIONS) {
      const relations = account === undefined ? STATEMENTS[type].who : relationsOf(account, situation);
      const expected = answerTo(type, relations, column);
      const { kind } = await world.bridge[name](placed.instanceId, account === undefined ? {} : { account });
      const what = `${name} by ${account ?? 'the host'}`;
      expect(`${what}: ${kind}`).toBe(`${what}: ${expected}`);
      if (expected !== 'applied') continue;
      placed = await place(world, cast, situation);
      before = file.dump();
    }
    expect(file.dump()).toEqual(before);
  }
});
