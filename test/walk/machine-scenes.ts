/** What happens to nodes, to the database, and to what is stored. */
import { DIAGRAMS } from './diagrams.ts';
import { hasTaskOf, isOver, listIds, type Scene } from './scene.ts';
import type { Walk } from './walk.ts';

const submit = { action: 'Handle', account: 'bo' };

/** Every instance that was stored has a task, and ends. */
async function endAll(walk: Walk): Promise<void> {
  const running = () =>
    listIds(
      walk,
      'instanceId',
      'instances',
      'list',
      '--process',
      'checking',
      '--status',
      'running',
      '--limit',
      '10000',
    );
  const begun = await running();
  await walk.until('Of each instance that was stored, Bo has the task', () => hasTaskOf(walk, ...begun));
  for (const instanceId of begun) await walk.press(`${instanceId}.1`, submit);
  await walk.until('All of them end', async () => (await running()).length === 0);
}

const killed: Scene = {
  title: 'A node is killed',
  async play(walk) {
    const starting = walk.start('checking', 20);
    await walk.until('Tasks arrive', () => walk.sandbox.pending('bo').length > 3);
    const [first] = walk.nodes.filter(({ isUp }) => isUp);
    await first?.kill();
    await starting.catch(() => undefined);
    walk.write(`${first?.name} was killed while twenty instances were started. Another one is started in its place.`);
    await walk.boot();
    await endAll(walk);
    await walk.shell('status');
  },
};

const restarted: Scene = {
  title: 'The database is away',
  async play(walk) {
    const open = await walk.closeDatabase();
    walk.write('Nobody can connect to the database any more, and all connections are cut.');
    await walk.seeLog('store.failing');
    await walk.shell('status');
    await walk.shell('doctor');
    await open();
    walk.write('The database takes connections again.');
    await walk.seeLog('store.recovered');
    await walk.start('checking', 3);
    await endAll(walk);
  },
};

const stepTooLong: Scene = {
  title: 'One instance never comes back from its step',
  async play(walk) {
    const [instanceId = ''] = await walk.start('poison', 1, { n: 1_000_000 });
    walk.write('A function of the service does not return for the variables of one instance, whose timer is due.');
    const { code } = await walk.seeLog('incident.raised');
    if (code !== 'ERR_STEP_TOO_LONG') throw new Error(`the incident says ${code}`);
    await walk.seeMetric('bpmn_bridge.incident.raised', { 'incident.kind': 'wake' });
    await walk.seePage('incidents?open=true');
    const [incidentId = ''] = await listIds(walk, 'incidentId', 'incidents', 'list', '--instance', instanceId);
    await walk.shell('incidents', 'show', incidentId);
    const others = await walk.start('poison', 2, { n: 1 });
    await walk.until('Other instances of the process go on', () => hasTaskOf(walk, ...others));
    walk.write('It cannot be saved: it is ended.');
    await walk.shell('instances', 'terminate', instanceId, '--reason', 'it never ends', '--yes', '--by', 'eva');
    await walk.shell('instances', 'show', instanceId);
    for (const other of others) await walk.press(`${other}.1`, submit);
    await walk.shell('status');
  },
};

const frozen: Scene = {
  title: 'A node hangs while it works',
  async play(walk) {
    const [node] = walk.nodes.filter(({ isUp }) => isUp);
    if (node === undefined) throw new Error('no node runs');
    const starting = Array.from({ length: 3 }, () => walk.start('checking', 4));
    const goOn = node.freeze();
    walk.write(`${node.name} stops where it stands and answers nothing any more, while twelve instances are started.`);
    const others = await Promise.any(starting);
    walk.write(
      `The others go on, and have started ${others.length} instances already. Then ${node.name} goes on, too.`,
    );
    goOn();
    await Promise.all(starting);
    await endAll(walk);
    await walk.shell('status');
  },
};

const damagedDefinition: Scene = {
  title: 'A stored definition is damaged',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    await walk.until('Bo has its task', () => hasTaskOf(walk, instanceId));
    await walk.sql(`update definitions set xml = substr(xml, 1, 200) where process_id = 'checking'`);
    for (const node of walk.nodes.filter(({ isUp }) => isUp)) await node.kill();
    await walk.boot();
    walk.write('Half of a diagram is lost, and all nodes were restarted since. Bo presses, and nothing changes.');
    await walk.press(`${instanceId}.1`, submit);
    await walk.seeLog('incident.raised');
    await walk.seePage('incidents?open=true');
    await walk.shell('status');
    await walk.shell('doctor');
    walk.write(
      'The file of the diagram is in the repository of the service, which deploys it again at its next start.',
    );
    await walk.tell({ order: 'deploy', files: DIAGRAMS });
    if ((await walk.press(`${instanceId}.1`, submit)) !== 0) throw new Error('the press was refused');
    await walk.until('Bo presses again, and the instance ends', () => isOver(walk, instanceId));
    await walk.shell('status');
  },
};

const damaged: Scene = {
  title: 'A stored instance is damaged',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    await walk.until('Bo has its task', () => hasTaskOf(walk, instanceId));
    await walk.sql(`update instances set snapshot = substr(snapshot, 1, 300) where instance_id = '${instanceId}'`);
    walk.write('Half of its snapshot is lost. Bo presses, and nothing changes.');
    await walk.press(`${instanceId}.1`, submit);
    const { code } = await walk.seeLog('incident.raised');
    if (code !== 'ERR_SNAPSHOT_INVALID') throw new Error(`the incident says ${code}`);
    await walk.seeMetric('bpmn_bridge.press.duration', { 'process.id': 'checking', 'press.verdict': 'failed' });
    await walk.seePage('instances?problem=true');
    await walk.shell('status');
    walk.write('There is no backup of the row. The instance is ended, and the center is told:');
    const command = ['instances', 'terminate', instanceId, '--force', '--reason', 'its snapshot is damaged'];
    await walk.shell(...command);
    await walk.shell(...command, '--yes', '--by', 'eva');
    await walk.until('The task is no longer in the list of Bo', () => !hasTaskOf(walk, instanceId));
    await walk.shell('status');
  },
};

export const MACHINE_SCENES: readonly Scene[] = [killed, restarted, stepTooLong, damaged, damagedDefinition, frozen];
