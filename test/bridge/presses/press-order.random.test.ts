import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const THREE = draw({
  id: 'three',
  people: { budget: 'anna', legal: 'bo', safety: 'chen', sign: 'dara' },
  parallel: 'fork join',
  paths: 'start > fork > budget > join; fork > legal > join; fork > safety > join; join > sign > end',
});
const PEOPLE = { budget: 'anna', legal: 'bo', safety: 'chen', sign: 'dara' } as const;
type Node = keyof typeof PEOPLE;

let file: DatabaseFile;
let world: World;

beforeEach(async () => {
  file = createDatabaseFile();
  world = await createWorld({ bridge: { store: file.store } });
  await world.bridge.deploy(THREE);
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  file[Symbol.dispose]();
});

interface Delivery {
  readonly node: Node;
  /** Another click, another uuid; the same number is the same call again. */
  readonly click: number;
  /** Somebody who has no business there. */
  readonly isStranger: boolean;
}

const branch = fc.constantFrom<Node>('budget', 'legal', 'safety');
const clicks = (node: fc.Arbitrary<Node>): fc.Arbitrary<Delivery> =>
  fc.record({ node, click: fc.nat(2), isStranger: fc.boolean() });
const needed = (...nodes: Node[]): Delivery[] => nodes.map((node) => ({ node, click: 0, isStranger: false }));
/** What must be pressed, with repeats and strangers among it, in any order. */
const shuffled = (must: Delivery[], more: fc.Arbitrary<Delivery>) =>
  fc
    .array(more, { maxLength: 6 })
    .chain((extra) => fc.shuffledSubarray([...must, ...extra], { minLength: must.length + extra.length }));

const schedules = fc.record({
  first: shuffled(needed('budget', 'legal', 'safety'), clicks(branch)),
  second: shuffled(needed('sign'), clicks(fc.constantFrom<Node>('sign', 'legal'))),
  late: fc.array(clicks(fc.constantFrom<Node>('budget', 'legal', 'safety', 'sign')), { maxLength: 5 }),
  isTogether: fc.boolean(),
});

test('presses that are doubled, reordered, late or of strangers lead to the same end', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(schedules, async ({ first, second, late, isTogether }) => {
      run += 1;
      const { instanceId } = await world.bridge.start('three', { initiator: 'anna' });
      await world.bridge.idle();
      const deliver = async (deliveries: readonly Delivery[]) => {
        const tasks = await world.bridge.tasks.list({ instanceId });
        const send = async ({ node, click, isStranger }: Delivery) => {
          const taskId = tasks.find(({ nodeId }) => nodeId === node)?.taskId ?? '';
          const account = isStranger ? 'mallory' : PEOPLE[node];
          const uuid = `${run}-${isStranger ? 'stranger' : click}`;
          const press = { action: 'Handle', account, uuid, opinions: 'fine', time: '2026-03-01 10:00:00', raw: true };
          const { body } = await world.sandbox.press(taskId, press);
          return (body as { code: number }).code;
        };
        if (isTogether) await Promise.all(deliveries.map(send));
        else for (const delivery of deliveries) await send(delivery);
        await world.bridge.idle();
      };
      await deliver(first);
      await deliver(second);
      const ended = file.dump();
      await deliver(late);
      expect(file.dump()).toEqual(ended);
      const tasks = await world.bridge.tasks.list({ instanceId });
      expect(
        Object.fromEntries(tasks.map(({ nodeId, state, handler, opinions }) => [nodeId, [state, handler, opinions]])),
      ).toEqual({
        budget: ['FINISH', 'anna', 'fine'],
        legal: ['FINISH', 'bo', 'fine'],
        safety: ['FINISH', 'chen', 'fine'],
        sign: ['FINISH', 'dara', 'fine'],
      });
      expect(tasks).toHaveLength(4);
      expect(await world.bridge.instances.get(instanceId)).toMatchObject({ status: 'ended' });
      const reports = await world.bridge.outbox.list({ instanceId });
      expect(reports.map(({ report }) => report.item.status).toSorted()).toEqual([
        'end',
        'next',
        'next',
        'none',
        'none',
      ]);
      expect(reports.every(({ state }) => state === 'delivered')).toBe(true);
      expect(world.pending()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
