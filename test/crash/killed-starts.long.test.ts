import { afterAll, expect, it, vi } from 'vitest';
import { bpmn, end, process, root, signal, start, throwEvent, timer, userTask } from '../support/bpmn-xml.ts';
import { drawProcess } from '../support/draw.ts';
import { createSqliteDatabase } from './world/crash-database.ts';
import { endCrashMachines } from './world/crash-machine.ts';
import { createCrashWorld } from './world/crash-world.ts';

const ROUNDS = 8;
const alarm = root('signal', 'g', { name: 'alarm' });
/** A timer starts it some times, and each time it raises an alarm, which starts another. */
const DIAGRAMS = [
  bpmn(
    alarm,
    drawProcess({
      id: 'watch',
      people: { look: 'bo' },
      others: [start('due', { content: timer(`R${ROUNDS}/PT0.4S`) }), throwEvent('cry', signal('g'))],
      paths: 'due > cry > look > end',
    }),
  ),
  bpmn(
    alarm,
    process(
      'help',
      [start('heard', { content: signal('g') }), userTask('come', { assignee: 'chen' }), end()],
      'heard > come > end',
    ),
  ),
];

afterAll(endCrashMachines);

it('killed again and again, it starts by timer and by signal each instance once, and loses none', async () => {
  await using world = await createCrashWorld({ database: createSqliteDatabase(), diagrams: DIAGRAMS });
  const instances = async (processId: string) =>
    (await world.database.dump()).instances?.filter((row) => row.process_id === processId).length ?? 0;
  const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 1 });
  for (let round = 1; round < ROUNDS; round += 2) {
    await world.boot();
    // In the middle of what follows: the next round, the signal, or its report.
    await until(async () => expect(await instances('watch')).toBeGreaterThanOrEqual(round));
    await world.kill();
  }
  await world.boot();
  await until(async () => {
    expect([await instances('watch'), await instances('help')]).toEqual([ROUNDS, ROUNDS]);
    expect(world.view.pending()).toHaveLength(2 * ROUNDS);
  });
  expect(world.sandbox.transactions()).toHaveLength(2 * ROUNDS);
  const { jobs = [], timer_starts: starts = [], incidents = [] } = await world.database.dump();
  expect(new Set(jobs.map(({ state }) => state))).toEqual(new Set(['done']));
  expect(starts).toMatchObject([{ due_at: null }]);
  expect(incidents).toEqual([]);
}, 90_000);
