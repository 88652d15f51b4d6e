/** What the service itself, or what it calls, does wrong. */
import { hasTaskOf, isOver, listIds, type Scene } from './scene.ts';

const serviceDown: Scene = {
  title: 'A service that a process calls is down',
  async play(walk) {
    await walk.tellAll({ order: 'set', outside: { bookingIsOpen: false } });
    walk.write('The booking office is closed: its client throws. Three bookings are started.');
    const ids = await walk.start('booking', 3);
    await walk.seeLog('service.failed');
    await walk.seeLog('incident.raised');
    await walk.until(
      'After the last attempt each instance has an incident',
      async () => (await listIds(walk, 'incidentId', 'incidents', 'list')).length === 3,
    );
    await walk.seeMetric('bpmn_bridge.job.failed');
    await walk.seePage('incidents?open=true');
    await walk.shell('status');
    await walk.shell('incidents', 'list');
    await walk.shell('jobs', 'list', '--state', 'failed');
    await walk.tellAll({ order: 'set', outside: { bookingIsOpen: true } });
    walk.write('The cause is what the office said. It opens again. How many would be tried, and then all of them:');
    await walk.shell('incidents', 'retry', '--code', 'ERR_SERVICE_FAILED');
    await walk.shell('incidents', 'retry', '--code', 'ERR_SERVICE_FAILED', '--yes', '--by', 'eva');
    await walk.until('All three end', async () =>
      (await Promise.all(ids.map((id) => isOver(walk, id)))).every(Boolean),
    );
    await walk.shell('status');
  },
};

const identityHangs: Scene = {
  title: 'The directory does not answer',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    const press = { action: 'Handle', account: 'bo' };
    await walk.until('Bo has the task', () => hasTaskOf(walk, instanceId));
    await walk.tellAll({ order: 'set', outside: { directoryAnswers: false } });
    walk.write('`isMember` never comes back. Bo presses, and is told to try again later.');
    await walk.press(`${instanceId}.1`, press);
    await walk.seeLog('identity.failing');
    await walk.seeMetric('bpmn_bridge.press.duration', { 'press.verdict': 'error' });
    await walk.tellAll({ order: 'set', outside: { directoryAnswers: true } });
    walk.write('Nothing was decided, and nothing is left to fix: the directory answers again, and Bo presses again.');
    if ((await walk.press(`${instanceId}.1`, press)) !== 0) throw new Error('the press was refused');
    await walk.seeLog('identity.recovered');
    await walk.until('The instance ends', () => isOver(walk, instanceId));
  },
};

export const SERVICE_SCENES: readonly Scene[] = [serviceDown, identityHangs];
