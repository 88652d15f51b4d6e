/** What is not one, but thousands. */
import type { Meddling } from '../support/flaky-proxy.ts';
import { isHealthy, type Scene } from './scene.ts';

const MANY = 20_000;

/** Answers that no task was created, and lets tokens through. */
const refuseTasks: Meddling = async (call) => {
  if (!call.body.startsWith('[')) return call.forward();
  const items = JSON.parse(call.body) as readonly { readonly next?: readonly { readonly taskId: string }[] }[];
  const errorIds = items
    .flatMap(({ next = [] }) => next)
    .map(({ taskId }) => ({ taskId, code: 400, message: 'no such group' }));
  const body = JSON.stringify({ timestamp: 1, code: 0, message: '', data: { errorIds } });
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
};

const manyParked: Scene = {
  title: 'Twenty thousand reports are parked',
  async play(walk) {
    walk.toCenter.meddle = refuseTasks;
    walk.write(
      'Somebody has renamed the group in the center, over a weekend: it refuses every task of every instance.',
    );
    await Promise.all([1, 2, 3, 4].map(() => walk.start('checking', MANY / 4)));
    await walk.seeLog('report.parked');
    await walk.until(
      'No report is pending any more',
      async () => (await walk.sql(`select 1 from outbox where state = 'parked'`)).length === MANY,
    );
    await walk.seeMetric('bpmn_bridge.delivery.waiting', { 'delivery.state': 'parked' });
    await walk.seePage('reports?state=parked');
    await walk.shell('status');
    await walk.shell('outbox', 'list', '--state', 'parked', '--limit', '2');
    walk.toCenter.meddle = (call) => call.forward();
    walk.write('The group has its name again. First the number, then all of them:');
    await walk.shell('outbox', 'retry', '--all');
    await walk.shell('outbox', 'retry', '--all', '--yes', '--by', 'eva');
    await walk.until('Bo has all tasks', () => walk.sandbox.pending('bo').length >= MANY);
    await walk.until('Nothing is left to do', () => isHealthy(walk));
    await walk.shell('status');
  },
};

export const MANY_SCENES: readonly Scene[] = [manyParked];
