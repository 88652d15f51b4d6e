/** What happens to nodes, to the database, and to what is stored. */
import { listIds, type Scene } from './scene.ts';
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
  await walk.until(
    'Of each instance that was stored, Bo has the task',
    () => walk.sandbox.pending('bo').length === begun.length,
  );
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
    const [incidentId = ''] = await listIds(walk, 'incidentId', 'incidents', 'list', '--instance', instanceId);
    await walk.shell('incidents', 'show', incidentId);
    const others = await walk.start('poison', 2, { n: 1 });
    await walk.until('Other instances of the process go on', () => walk.sandbox.pending('bo').length === 2);
    walk.write('It cannot be saved: it is ended.');
    await walk.shell('instances', 'terminate', instanceId, '--yes', '--by', 'eva');
    await walk.shell('instances', 'show', instanceId);
    for (const other of others) await walk.press(`${other}.1`, submit);
    await walk.shell('status');
  },
};

const damaged: Scene = {
  title: 'A stored instance is damaged',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    await walk.until('Bo has its task', () => walk.sandbox.pending('bo').length === 1);
    await walk.sql(`update instances set snapshot = substr(snapshot, 1, 300) where instance_id = '${instanceId}'`);
    walk.write('Half of its snapshot is lost. Bo presses, and nothing changes.');
    await walk.press(`${instanceId}.1`, submit);
    const { code } = await walk.seeLog('incident.raised');
    if (code !== 'ERR_SNAPSHOT_INVALID') throw new Error(`the incident says ${code}`);
    await walk.shell('status');
    walk.write('There is no backup of the row. The instance is ended, and the center is told:');
    await walk.shell('instances', 'terminate', instanceId, '--force');
    await walk.shell('instances', 'terminate', instanceId, '--force', '--yes', '--by', 'eva');
    await walk.until('The task is no longer in the list of Bo', () => walk.sandbox.pending('bo').length === 0);
    await walk.shell('status');
  },
};

export const MACHINE_SCENES: readonly Scene[] = [killed, restarted, stepTooLong, damaged];
