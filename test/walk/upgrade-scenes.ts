/** A new version under load, and a database from an hour ago. */
import { CHECK_TWICE, DIAGRAMS } from './diagrams.ts';
import { hasTaskOf, isDelivered, isHealthy, isOver, listIds, type Scene } from './scene.ts';
import type { Walk } from './walk.ts';

const submit = { action: 'Handle', account: 'bo' };

/** Starts instances and presses their tasks until it is told to stop. @returns how many it started */
function keepWorking(walk: Walk): () => Promise<number> {
  let started = 0;
  let goesOn = true;
  const work = async () => {
    while (goesOn) {
      // A node that is being replaced refuses; whoever started it tries again.
      const [instanceId] = await walk.start('checking').catch(() => []);
      if (instanceId === undefined) continue;
      started += 1;
      await pressAll(walk);
    }
  };
  const working = work();
  return async () => {
    goesOn = false;
    await working;
    return started;
  };
}

async function pressAll(walk: Walk): Promise<void> {
  for (const { taskId } of walk.sandbox.pending('bo')) await walk.press(taskId, submit).catch(() => undefined);
}

const nextVersion: Scene = {
  title: 'The next version is deployed under load',
  async play(walk) {
    walk.write('Instances are started, and Bo presses, all the time.');
    const stop = keepWorking(walk);
    const [before = ''] = await listIds(walk, 'definitionId', 'definitions', 'list', '--process', 'checking');
    await walk.until('Some have ended', async () => (await countIn(walk, 'ended')) > 5);
    walk.write('The next version has a second task. The nodes are replaced one after the other, each by SIGTERM.');
    await walk.tell({ order: 'deploy', files: [CHECK_TWICE] });
    for (const node of walk.nodes.filter(({ isUp }) => isUp)) {
      await node.stop();
      await walk.boot();
    }
    const after = await listIds(walk, 'definitionId', 'definitions', 'list', '--process', 'checking');
    await walk.shell('definitions', 'list', '--process', 'checking');
    await walk.shell('definitions', 'diff', before, after.find((id) => id !== before) ?? '');
    const ended = await countIn(walk, 'ended');
    await walk.until('Instances of the new version end, too', async () => (await countIn(walk, 'ended')) > ended + 5);
    const started = await stop();
    await walk.until(`All ${started} instances that were started end`, async () => {
      await pressAll(walk);
      return (await countIn(walk, 'running')) === 0;
    });
    await walk.until('Nothing is left to do', () => isHealthy(walk));
    await walk.shell('status');
    await walk.tell({ order: 'deploy', files: DIAGRAMS });
  },
};

const countIn = async (walk: Walk, status: string) =>
  Number(await walk.ask('instances', 'list', '--process', 'checking', '--status', status, '--count'));

const restored: Scene = {
  title: 'The database is restored from an hour ago',
  async play(walk) {
    const [moved = '', quiet = ''] = [...(await walk.start('checking')), ...(await walk.start('checking'))];
    await walk.until('Bo has two tasks', () => hasTaskOf(walk, moved, quiet));
    const backup = await walk.backUp();
    await walk.press(`${moved}.1`, submit);
    const [lost = ''] = await walk.start('checking');
    await walk.until('In the hour after the backup Bo presses one, and another instance starts', () =>
      hasTaskOf(walk, lost),
    );
    await walk.until('What happened there has arrived', async () => (await isOver(walk, moved)) && isDelivered(walk));
    await backup.restore();
    walk.write('All nodes are stopped, and the database is the one of the backup again. Before they start:');
    await walk.shell('doctor', '--reconcile');
    await walk.shell('doctor', '--reconcile', '--yes');
    await walk.boot();
    await walk.shell('doubts');
    walk.write('Bo still sees the task of the instance that was started in that hour, and presses it:');
    await walk.press(`${lost}.1`, submit);
    await walk.seeLog('incident.raised');
    await walk.shell('doubts');
    if ((await walk.press(`${quiet}.1`, submit)) !== 0) throw new Error('the press was refused');
    await walk.until('What was not touched in that hour goes on as always', () => isOver(walk, quiet));
    walk.write('The task that Bo handled in that hour is closed in the center. The instance is ended here, too.');
    const end = ['instances', 'terminate', moved, '--reason', 'handled before the restore', '--yes', '--by', 'eva'];
    await walk.shell(...end);
    await walk.seeLog('report.unconfirmed');
    const [seq = ''] = await listIds(walk, 'seq', 'outbox', 'list', '--state', 'unconfirmed');
    await walk.shell('outbox', 'acknowledge', seq, '--reason', 'it was concluded in that hour', '--by', 'eva');
    walk.write('The instance that only the center knows is started again, and its task there is taken away by hand.');
    await walk.shell('incidents', 'retry', '--code', 'ERR_RESTORED', '--yes', '--by', 'eva');
    await walk.until('Nothing is in doubt any more', () => isHealthy(walk));
    await walk.shell('doubts');
    await walk.shell('status');
  },
};

export const UPGRADE_SCENES: readonly Scene[] = [nextVersion, restored];
