/** Requests from a shell are fulfilled once each, also by services that are killed in the middle of it. */
import { expect, test } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { createDatabaseFile } from '../../bridge/database-file.ts';
import { optionsFor } from '../../bridge/options-for.ts';
import { startHttpCenter } from '../../center/http-center.ts';
import { startChild } from '../../store/start-child.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { runCli } from '../start-cli.ts';

const CHILD = new URL('fulfil.child.ts', import.meta.url);
const PLAIN = processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', {
  id: 'plain',
});

test('each of many requests is fulfilled once, whenever the service is killed', async () => {
  using file = createDatabaseFile();
  const center = await startHttpCenter();
  const { url } = center;
  const open = () => createBridge({ ...optionsFor(center), store: file.store });
  try {
    const first = await open();
    await first.deploy(PLAIN);
    const ids: string[] = [];
    for (let each = 0; each < 12; each += 1) {
      ids.push((await first.start('plain', { initiator: 'anna' })).instanceId);
    }
    await first.idle();
    await first.close();
    const asked = await runCli(['instances', 'suspend', '--all', '--yes', '--by', 'eva', '--store', file.store]);
    expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^12 instances requested/) });

    for (const fulfilled of [1, 3]) {
      const killed = await startChild(CHILD, file.store, url);
      for (let each = 0; each < fulfilled; each += 1) expect(ids).toContain(await killed.nextLine());
      await killed.kill();
    }
    // The leases of the killed services end by themselves when the file is opened again.
    const heir = await startChild(CHILD, file.store, url);
    expect(await heir.end()).toBe(0);

    const last = await open();
    for (const instanceId of ids) {
      const types = (await last.history({ instanceId })).map(({ type }) => type);
      const of = (type: string) => types.filter((each) => each === type).length;
      const told = [of('operation.requested'), of('instance.suspended'), of('action'), of('operation.refused')];
      expect(told).toEqual([1, 1, 1, 0]);
    }
    expect(await last.jobs.count({ state: 'queued' })).toBe(0);
    await last.close();
  } finally {
    await center.close();
  }
}, 240_000);
