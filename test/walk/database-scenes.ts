/** What happens to the database and the way to it, to clocks, and to the schema. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasTaskOf, isDelivered, isHealthy, isOver, listIds, type Scene } from './scene.ts';
import type { Walk } from './walk.ts';
import type { Machine } from './walk-node.ts';

const submit = { action: 'Handle', account: 'bo' };

/** Bo presses the tasks of these. Since a restore, their ids have a mark. */
async function pressTasksOf(walk: Walk, ...ids: readonly string[]): Promise<void> {
  await walk.until('Bo has their tasks', () => hasTaskOf(walk, ...ids));
  const tasks = walk.sandbox.pending('bo').filter(({ taskId }) => ids.some((id) => taskId.startsWith(`${id}.`)));
  for (const { taskId } of tasks) {
    if ((await walk.press(taskId, submit)) !== 0) throw new Error(`the press of ${taskId} was refused`);
  }
}

async function finish(walk: Walk, ...ids: readonly string[]): Promise<void> {
  await pressTasksOf(walk, ...ids);
  await walk.until('They end', async () => (await Promise.all(ids.map((id) => isOver(walk, id)))).every(Boolean));
}

const MEGABYTE = 1_000_000;

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (let size = 8 * MEGABYTE; size >= 512; size /= 2) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // As much as fitted is written.
    }
  }
}

const fullDisk: Scene = {
  title: 'The disk of the database is full',
  async play(walk) {
    const disk = await walk.onSmallDisk(32);
    const [before = ''] = await walk.start('checking');
    await walk.until('Bo has a task', () => hasTaskOf(walk, before));
    const file = join(disk.path, 'export.csv');
    fill(file);
    walk.write(
      `Somebody writes an export of ${Math.round(statSync(file).size / MEGABYTE)} MB next to the database: its disk is full. Instances are started until there is no room.`,
    );
    const refusal = await startUntilRefused(walk, () => ({ note: randomBytes(150_000).toString('base64') }));
    walk.write(`A start is refused: \`${refusal}\``);
    await walk.seeLog('store.full');
    const opinions = randomBytes(7_500).toString('base64');
    const { status } = await walk.sandbox.press(`${before}.1`, { ...submit, opinions });
    walk.write(`Bo presses with a long opinion, and the center is answered HTTP ${status}.`);
    if (status !== 503) throw new Error(`the press was answered HTTP ${status}`);
    const { reason } = await walk.seeLog('callback.failed');
    if (!String(reason).includes('no space left')) throw new Error(`the log says ${reason}`);
    await walk.seeMetric('bpmn_bridge.press.duration', { 'press.verdict': 'error' });
    await walk.shell('status');
    rmSync(file);
    walk.write('```text\n$ rm export.csv\n```');
    walk.write('Another one can be started.');
    await walk.start('checking');
    const left = await listIds(walk, 'instanceId', ...'instances list --status running --limit 10000'.split(' '));
    await finish(walk, ...left);
    await walk.until('Nothing is left to do', () => isHealthy(walk));
    await walk.shell('status');
    await walk.until('Nothing is on its way', () => isDelivered(walk));
    await disk.leave();
    await walk.until('The nodes are connected again', () =>
      walk.start('checking').then(
        () => true,
        () => false,
      ),
    );
  },
};

async function startUntilRefused(walk: Walk, variables: () => Readonly<Record<string, string>>): Promise<string> {
  for (;;) {
    const refusal = await walk.start('checking', 1, variables()).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (refusal !== undefined) return refusal;
  }
}

const halfOpen: Scene = {
  title: 'Connections to the database are half-open',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    await walk.until('Bo has a task', () => hasTaskOf(walk, instanceId));
    await walk.until('Nothing is on its way', () => isDelivered(walk));
    walk.toDatabase.freeze();
    walk.write(
      'A firewall between the nodes and the database drops every packet, and ends no connection. Bo presses, and gets no answer.',
    );
    const pressed = walk.press(`${instanceId}.1`, submit).catch(() => undefined);
    await walk.seeLog('store.failing');
    await pressed;
    await walk.seeHealth();
    await walk.seeMetric('bpmn_bridge.press.duration', { 'press.verdict': 'error' });
    walk.write(
      'A shell on the machine of the database sees nothing of it: the database is well, the way to it is not.',
    );
    await walk.shell('status');
    walk.toDatabase.heal();
    walk.write('The firewall lets new connections through. Nothing has to be done.');
    await walk.seeLog('store.recovered');
    // The call of before may have been stored, if its answer alone was lost.
    await walk.press(`${instanceId}.1`, submit);
    await walk.until('Bo presses again, and the instance ends', () => isOver(walk, instanceId));
    await walk.until('Nothing is left to do', () => isHealthy(walk));
    await walk.shell('status');
  },
};

const LIBFAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

const clockJumps: Scene = {
  title: 'The clock of a machine jumps',
  async play(walk) {
    const folder = mkdtempSync(join(tmpdir(), 'clock-'));
    const clock = join(folder, 'clock');
    writeFileSync(clock, '+0');
    const env = {
      LD_PRELOAD: LIBFAKETIME,
      FAKETIME_TIMESTAMP_FILE: clock,
      ...{ FAKETIME_NO_CACHE: '1', DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    };
    const machine: Machine = { env };
    for (const node of walk.nodes.filter(({ isUp }) => isUp)) await node.stop();
    await walk.boot({ machine });
    for (const [offset, says] of [
      ['+3h', 'The clock of the machines of all nodes jumps three hours ahead.'],
      ['-3h', 'Then it jumps back, to three hours before.'],
    ] as const) {
      const before = await walk.start('poison', 2, { n: 1 });
      writeFileSync(clock, offset);
      walk.write(`${says} Instances wait for a timer of a second, and others are started.`);
      await walk.shellOn(machine, 'doctor');
      const ids = [...before, ...(await walk.start('poison', 2, { n: 1 }))];
      await finish(walk, ...ids);
      await walk.until('Nothing is left to do', () => isHealthy(walk));
      const [first = ''] = ids;
      await walk.shell('instances', 'show', first);
    }
    walk.write('Nothing came too early or too late, because the nodes use the clock of the database.');
    for (const node of walk.nodes.filter(({ isUp }) => isUp)) await node.stop();
    rmSync(folder, { recursive: true });
    await walk.boot();
  },
};

const alwaysSlower: Scene = {
  title: 'A press loses every race',
  async play(walk) {
    const [instanceId = ''] = await walk.start('checking');
    await walk.until('Bo has a task', () => hasTaskOf(walk, instanceId));
    await walk.sql(`
      create function one_more() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger one_more before update on instances for each row execute function one_more();`);
    walk.write('A trigger that somebody left in the database swallows every update of an instance. Bo presses.');
    const { status } = await walk.sandbox.press(`${instanceId}.1`, submit);
    walk.write(`The center is answered HTTP ${status}.`);
    if (status !== 503) throw new Error(`the press was answered HTTP ${status}`);
    await walk.seeLog('callback.failed');
    await walk.seeMetric('bpmn_bridge.press.duration', { 'press.verdict': 'error' });
    await walk.shell('status');
    await walk.sql('drop trigger one_more on instances; drop function one_more();');
    walk.write('The trigger is dropped. Nothing was stored, and Bo presses again.');
    await finish(walk, instanceId);
  },
};

const machineOf = (name: string): Machine => ({
  version: { name, replaces: { 'src/store/migrations/migrations.ts': `test/store/rolling/${name}-migrations.ts` } },
});
const NEXT = machineOf('expanded');
const OVER_NEXT = machineOf('contracted');

const newerSchema: Scene = {
  title: 'An older version of the library meets a newer schema',
  async play(walk) {
    const [first, ...others] = walk.nodes.filter(({ isUp }) => isUp);
    await first?.stop();
    await walk.shellOn(NEXT, 'migrate', '--dry-run');
    await walk.boot({ machine: NEXT });
    walk.write('One node was replaced by the next version of the library, which adds to the schema. The others go on:');
    await walk.seeHealth(others[0]);
    await finish(walk, ...(await walk.start('checking')), ...(await walk.start('checking')));
    await walk.shell('status');
    const left = await walk.start('checking', 2);
    await others[0]?.stop();
    await walk.boot({ machine: OVER_NEXT });
    walk.write('Against the page on upgrading, a version is left out: the next node gets the one after it.');
    await walk.seeLog('store.newer');
    await walk.seeHealth(others[1]);
    await walk.shell('status');
    await walk.shell('migrate', '--dry-run');
    walk.write(`${others[1]?.name} has stopped its work. It and the shell get the newer version.`);
    await others[1]?.stop();
    await walk.boot({ machine: OVER_NEXT });
    await pressTasksOf(walk, ...left);
    const count = `select 1 from instances where status = 'running' and instance_id = any('{${left.join(',')}}')`;
    await walk.until('They end', async () => (await walk.sql(count)).length === 0);
    await walk.shellOn(OVER_NEXT, 'status');
  },
};

export const DATABASE_SCENES: readonly Scene[] = [fullDisk, halfOpen, clockJumps, alwaysSlower];
/** The last scene: afterwards the version of the library that plays cannot use the database any more. */
export const LAST_SCENES: readonly Scene[] = [newerSchema];
