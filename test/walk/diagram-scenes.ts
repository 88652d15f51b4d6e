/** What a diagram, or a function that it calls, does wrong. */
import { ARCHIVE } from './diagrams.ts';
import { findIncident, hasTaskOf, isOver, listIds, type Scene } from './scene.ts';

const submit = { action: 'Handle', account: 'bo' };

const pressFails: Scene = {
  title: 'The step of a press fails',
  async play(walk) {
    const [instanceId = ''] = await walk.start('choice');
    await walk.until('Bo has a task', () => hasTaskOf(walk, instanceId));
    await walk.tellAll({ order: 'set', outside: { limitIsKnown: false } });
    walk.write('A gateway behind the task calls a function of the service, and that throws. Bo presses:');
    const answer = await walk.press(`${instanceId}.1`, submit);
    if (answer !== 500) throw new Error(`the press was answered ${answer}`);
    await walk.seeLog('function.threw');
    await walk.seeLog('incident.raised');
    await walk.seeMetric('bpmn_bridge.press.duration', { 'press.verdict': 'failed' });
    await walk.seePage('incidents?open=true');
    await walk.shell('incidents', 'show', await findIncident(walk, instanceId));
    await walk.tellAll({ order: 'set', outside: { limitIsKnown: true } });
    walk.write('The limit of the year was entered. The task is as it was, and Bo presses again.');
    if ((await walk.press(`${instanceId}.1`, submit)) !== 0) throw new Error('the press was refused');
    await walk.until('The instance ends', () => isOver(walk, instanceId));
    await walk.shell('status');
  },
};

const deadlock: Scene = {
  title: 'A token waits at a join that no other token can reach',
  async play(walk) {
    const [instanceId = ''] = await walk.start('joining', 1, { first: true, second: false });
    await walk.until('Bo has a task', () => hasTaskOf(walk, instanceId));
    await walk.press(`${instanceId}.1`, submit);
    const { code } = await walk.seeLog('incident.raised');
    if (code !== 'ERR_DEADLOCK') throw new Error(`the incident says ${code}`);
    await walk.seeMetric('bpmn_bridge.incident.raised', { 'incident.kind': 'deadlock' });
    await walk.seePage('instances?problem=true');
    await walk.shell('incidents', 'show', await findIncident(walk, instanceId));
    walk.write('Nothing can move it any more: it is ended.');
    await walk.shell('instances', 'terminate', instanceId, '--reason', 'deadlock', '--yes', '--by', 'eva');
    await walk.until('It is ended', async () =>
      (await walk.ask('instances', 'show', instanceId)).includes('terminated'),
    );
    walk.write('The center has no open task that could end its transaction, so whether it took the end is in doubt:');
    await walk.seeLog('report.unconfirmed');
    await walk.shell('status');
    const [seq = ''] = await listIds(walk, 'seq', 'outbox', 'list', '--state', 'unconfirmed');
    await walk.shell('outbox', 'acknowledge', seq, '--reason', 'concluded in the center by hand', '--by', 'eva');
    await walk.shell('status');
  },
};

const calledIsMissing: Scene = {
  title: 'A process that another one calls is not deployed',
  async play(walk) {
    const [instanceId = ''] = await walk.start('calling', 1, { archive: 'archive' });
    await walk.seeLog('incident.raised');
    const incidentId = await findIncident(walk, instanceId);
    await walk.seePage('incidents?open=true');
    await walk.shell('incidents', 'show', incidentId);
    await walk.tell({ order: 'deploy', files: [ARCHIVE] });
    walk.write('The next release of the service deploys it.');
    await walk.shell('incidents', 'retry', incidentId, '--by', 'eva');
    await walk.until('Bo has the task of the called process', () => hasTaskOf(walk, instanceId));
    for (const { taskId } of walk.sandbox.pending('bo')) {
      if (taskId.startsWith(instanceId)) await walk.press(taskId, submit);
    }
    await walk.until('The instance ends', () => isOver(walk, instanceId));
    await walk.shell('status');
  },
};

export const DIAGRAM_SCENES: readonly Scene[] = [pressFails, deadlock, calledIsMissing];
