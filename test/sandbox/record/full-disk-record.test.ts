/** The record of a sandbox whose disk takes no more. */
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox, readRecord, replayRecord } from '../../../src/sandbox/index.ts';
import { canMount, mountSmallDisk, NEEDS_MOUNT } from '../../support/mount.ts';
import { nextTask, openSandbox, openTasks, report, reportItem } from '../business-system.ts';

describe.runIf(existsSync('/dev/full'))('a disk that is full', () => {
  it('prevents no answer, causes one warning, and the missing calls are reported at the end', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on('warning', listen);
    const sandbox = await createSandbox({ record: '/dev/full' });
    await openTasks(sandbox, nextTask('t-1'));
    await report(sandbox, reportItem('t-1', 'end'));
    await expect(sandbox.close()).rejects.toMatchObject({
      code: 'ERR_STORE_UNAVAILABLE',
      message: expect.stringMatching(/the last \d+ calls could not be written to \/dev\/full .*ENOSPC/),
    });
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow();
    process.off('warning', listen);
    expect(warnings).toMatchObject([{ code: 'SANDBOX_RECORD_BEHIND', message: expect.stringContaining('ENOSPC') }]);
  });
});

describe.runIf(canMount())(`a disk that fills up ${NEEDS_MOUNT}`, () => {
  it('costs the record no line once there is room, also of one that was begun', async () => {
    const disk = mountSmallDisk(1);
    try {
      const record = join(disk.path, 'calls.jsonl');
      const sandbox = await openSandbox({ record });
      await openTasks(sandbox, nextTask('t-1'));
      fill(join(disk.path, 'filler'));
      const warned = once(process, 'warning');
      let before = 0;
      // Until not even the rest of the page has room: the line that reaches its end goes in by half.
      for (let size = -1; size !== before; size = statSync(record).size) {
        before = statSync(record).size;
        await report(sandbox, reportItem('t-1', 'none'));
      }
      expect(await warned).toMatchObject([{ code: 'SANDBOX_RECORD_BEHIND' }]);
      expect(readFileSync(record, 'utf8').endsWith('\n')).toBe(false);
      rmSync(join(disk.path, 'filler'));
      await report(sandbox, reportItem('t-1', 'end'));
      await sandbox.close();
      const calls = await readRecord(record, { onCut: expect.unreachable });
      expect(calls.map(({ seq }) => seq)).toEqual(sandbox.traffic.map(({ seq }) => seq));
      expect(replayRecord(calls).difference).toBeUndefined();
    } finally {
      disk.unmount();
    }
  });
});

function fill(path: string): void {
  const page = Buffer.alloc(4096);
  expect(() => {
    for (;;) appendFileSync(path, page);
  }).toThrow('ENOSPC');
}
