/** What the center does wrong: it is away, refuses, or its answers are lost. */
import { hasTaskOf, isHealthy, isOver, listIds, type Scene, waitForLongPause } from './scene.ts';
import type { Walk } from './walk.ts';

const letThrough: Walk['toCenter']['meddle'] = (call) => call.forward();
const submit = { action: 'Handle', account: 'bo' };

/** The nodes find out one by one that the center answers: each with its next report. */
async function seeRecovery(walk: Walk): Promise<void> {
  const more = await walk.start('checking', 9);
  await walk.seeLog('center.recovered');
  await walk.until('Bo has more tasks', () => hasTaskOf(walk, ...more));
  for (const instanceId of more) await walk.press(`${instanceId}.1`, submit);
}

async function end(walk: Walk, instanceId: string): Promise<void> {
  if ((await walk.press(`${instanceId}.1`, submit)) !== 0) throw new Error('the press was refused');
  await walk.until('The instance ends', () => isOver(walk, instanceId));
}

const centerDown: Scene = {
  title: 'The center is down',
  async play(walk) {
    walk.toCenter.meddle = async () => ({ status: 503, headers: {}, body: '' });
    walk.write('Every call is answered HTTP 503. A check is started all the same.');
    const [instanceId = ''] = await walk.start('checking');
    await walk.seeLog('center.failing');
    await walk.seeMetric('bpmn_bridge.delivery.paused');
    await walk.seePage('reports?state=pending');
    await walk.shell('status');
    await waitForLongPause(walk);
    await walk.shell('outbox', 'list', '--state', 'pending');
    walk.toCenter.meddle = letThrough;
    walk.write('The center is there again. Its next call would come by itself; nobody has to wait for it:');
    await walk.shell('outbox', 'now', '--by', 'eva');
    await walk.until('Bo has the task', () => hasTaskOf(walk, instanceId));
    await end(walk, instanceId);
    await seeRecovery(walk);
  },
};

const clientRefused: Scene = {
  title: 'The center refuses the service',
  async play(walk) {
    walk.toCenter.meddle = async () => ({ status: 403, headers: {}, body: '' });
    walk.write('The client of the service was locked: every call is answered HTTP 403.');
    const [instanceId = ''] = await walk.start('checking');
    const { refused } = await walk.seeLog('center.failing');
    if (refused !== true) throw new Error('the log does not say that it refuses');
    await walk.seeMetric('bpmn_bridge.delivery.paused');
    await walk.seePage('reports?state=pending');
    await waitForLongPause(walk);
    await walk.shell('outbox', 'list', '--state', 'pending');
    walk.toCenter.meddle = letThrough;
    walk.write('The client is unlocked.');
    await walk.shell('outbox', 'now', '--by', 'eva');
    await walk.until('Bo has the task', () => hasTaskOf(walk, instanceId));
    await end(walk, instanceId);
    await seeRecovery(walk);
  },
};

const reportRefused: Scene = {
  title: 'The center refuses a report for good',
  async play(walk) {
    const { faults } = walk.sandbox;
    faults.set({ rules: [{ fault: 'creation-failure', code: 400, probability: 1 }] });
    walk.write('After an update, the center refuses the tasks of two instances: it misses a time that they have.');
    const ids = [...(await walk.start('checking')), ...(await walk.start('checking'))];
    await walk.seeLog('report.parked');
    await walk.until(
      'Both reports are parked',
      async () => (await listIds(walk, 'seq', 'outbox', 'list', '--state', 'parked')).length === 2,
    );
    await walk.seeMetric('bpmn_bridge.delivery.waiting', { 'delivery.state': 'parked' });
    await walk.seePage('reports?state=parked');
    await walk.shell('status');
    await walk.shell('outbox', 'list', '--state', 'parked');
    faults.clear();
    walk.write('The update was taken back. All parked reports are sent again:');
    await walk.shell('outbox', 'retry', '--all');
    await walk.shell('outbox', 'retry', '--all', '--yes', '--by', 'eva');
    await walk.until('Bo has both tasks', () => hasTaskOf(walk, ...ids));
    for (const instanceId of ids) await end(walk, instanceId);
    await walk.shell('status');
  },
};

const oneFails: Scene = {
  title: 'The center cannot process one report',
  async play(walk) {
    const [failing = '', other = ''] = [...(await walk.start('checking')), ...(await walk.start('checking'))];
    await walk.until('Bo has two tasks', () => hasTaskOf(walk, failing, other));
    walk.toCenter.meddle = async (call) =>
      call.body.includes(failing) ? { status: 500, headers: {}, body: '' } : call.forward();
    walk.write('Every call that says anything of one transaction is answered HTTP 500. Bo presses both tasks.');
    for (const instanceId of [failing, other]) await walk.press(`${instanceId}.1`, submit);
    await walk.until('The other one ends, and its report arrives', () => !hasTaskOf(walk, other));
    await walk.until(
      'One report waits',
      async () => (await listIds(walk, 'seq', 'outbox', 'list', '--state', 'pending')).length === 1,
    );
    await walk.seeMetric('bpmn_bridge.delivery.waiting', { 'delivery.state': 'pending' });
    await walk.seePage('reports?state=pending');
    await walk.shell('outbox', 'list', '--state', 'pending');
    walk.toCenter.meddle = letThrough;
    walk.write('The center was repaired. Nothing has to be done: the report is sent again after its pause.');
    await walk.until('It arrives', () => !hasTaskOf(walk, failing));
    await seeRest(walk);
  },
};

/** What was closed meanwhile is settled, and nothing is left. */
async function seeRest(walk: Walk): Promise<void> {
  await walk.until('Nothing is left to do', () => isHealthy(walk));
  await walk.shell('status');
}

const answerLost: Scene = {
  title: 'An answer of the center leaves a report in doubt',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    await walk.until('Bo has the task', () => hasTaskOf(walk, instanceId));
    const { faults } = walk.sandbox;
    faults.set({ rules: [{ fault: 'item-failure', code: 2005, probability: 1 }] });
    walk.write('Bo presses. To the first report of the end the center answers that the task was handled before.');
    await walk.press(`${instanceId}.1`, submit);
    await walk.seeLog('report.unconfirmed');
    faults.clear();
    await walk.seeMetric('bpmn_bridge.delivery.waiting', { 'delivery.state': 'unconfirmed' });
    await walk.seePage('reports?state=unconfirmed');
    await walk.shell('outbox', 'list', '--state', 'unconfirmed');
    const [seq = ''] = await listIds(walk, 'seq', 'outbox', 'list', '--state', 'unconfirmed');
    walk.write('Somebody looks in the center: the transaction is concluded, by somebody who helped out at night.');
    await walk.shell('outbox', 'acknowledge', seq, '--reason', 'the transaction is concluded', '--by', 'eva');
    await walk.until('Nothing is left to do', () => isHealthy(walk));
  },
};

const standInRefused: Scene = {
  title: 'The system handler is not a member of the group',
  async play(walk) {
    const [instanceId = ''] = await walk.start('filing');
    walk.write(
      'A task of the archivists is not handled in time, and a timer takes it away. The report names `defaults.systemHandler`, who is no archivist.',
    );
    await walk.seeLog('report.parked');
    await walk.seeMetric('bpmn_bridge.delivery.waiting', { 'delivery.state': 'parked' });
    await walk.seePage('reports?state=parked');
    await walk.shell('outbox', 'list', '--state', 'parked');
    const [seq = ''] = await listIds(walk, 'seq', 'outbox', 'list', '--state', 'parked');
    walk.write('Bo is one, and is named instead:');
    await walk.shell('outbox', 'retry', seq, '--handler', 'bo', '--by', 'eva');
    await walk.seeLog('report.unconfirmed');
    walk.write(
      'Bo has the reminder since the first attempt, so the center refuses to create it again. That is checked:',
    );
    await walk.until('Bo has the reminder', () => hasTaskOf(walk, instanceId));
    await walk.shell('outbox', 'acknowledge', seq, '--reason', 'the reminder is there', '--by', 'eva');
    if ((await walk.press(`${instanceId}.2`, submit)) !== 0) throw new Error('the press was refused');
    await walk.until('The instance ends', () => isOver(walk, instanceId));
    await walk.shell('status');
  },
};

/** Reports that may wait in the scene of a full outbox. */
const FEW = 5;

const outboxFull: Scene = {
  title: 'Too many reports wait',
  async play(walk) {
    for (const node of walk.nodes.filter(({ isUp }) => isUp)) await node.stop();
    await walk.boot({ maxUndelivered: FEW });
    walk.toCenter.meddle = async () => ({ status: 503, headers: {}, body: '' });
    walk.write(`At the most ${FEW} reports may wait (\`outbox.maxUndelivered\`), and the center is down.`);
    const ids: string[] = [];
    let refusal: string | undefined;
    while (refusal === undefined) {
      await walk.start('checking').then(
        (more) => ids.push(...more),
        (error: Error) => {
          refusal = error.message;
        },
      );
    }
    walk.write(`After ${ids.length} instances a start is refused: \`${refusal}\``);
    if (!refusal.includes('reports wait for the center')) throw new Error('the start was refused for another reason');
    await walk.seeLog('center.failing');
    await walk.seeMetric('bpmn_bridge.delivery.waiting', { 'delivery.state': 'pending' });
    await walk.seePage('reports?state=pending');
    await walk.shell('status');
    await waitForLongPause(walk);
    walk.toCenter.meddle = letThrough;
    walk.write('The center is there again.');
    await walk.shell('outbox', 'now', '--by', 'eva');
    await walk.until('Bo has all tasks', () => hasTaskOf(walk, ...ids));
    ids.push(...(await walk.start('checking')));
    await walk.until('Another one can be started', () => hasTaskOf(walk, ...ids));
    for (const instanceId of ids) await end(walk, instanceId);
    for (const node of walk.nodes.filter(({ isUp }) => isUp)) await node.stop();
    await walk.boot();
  },
};

export const CENTER_SCENES: readonly Scene[] = [
  centerDown,
  clientRefused,
  reportRefused,
  standInRefused,
  oneFails,
  answerLost,
  outboxFull,
];
