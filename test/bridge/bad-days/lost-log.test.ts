import { unlinkSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

const silent = () => undefined;
const check = userTask('check', { assignee: 'bo' });
const PLAIN = processFile([start(), check, end()], 'start > check > end', { id: 'plain' });
const PRESS = { action: 'handle', account: 'bo' };

it('takes no presses once somebody has deleted the log of its database, and goes on with what it saved', async () => {
  using file = createDatabaseFile();
  const center = await startHttpCenter();
  const reasons: unknown[] = [];
  const logger = {
    ...{ debug: silent, info: silent, warn: silent },
    error: (_message: string, fields?: Readonly<Record<string, unknown>>) => void reasons.push(fields?.reason),
  };
  const bridge = await createBridge({ ...optionsFor(center), store: file.store, logger });
  await bridge.deploy(PLAIN);
  const { instanceId } = await bridge.start('plain', { initiator: 'anna' });
  await bridge.idle();

  unlinkSync(`${file.path}-wal`);
  await vi.waitFor(
    async () => {
      const problems = [expect.stringContaining('deleted, moved or replaced')];
      expect(await bridge.health()).toMatchObject({ ok: false, storeReachable: false, problems });
      expect(reasons).toEqual([expect.stringContaining('ERR_STORE_DETACHED')]);
    },
    { timeout: 5_000 },
  );
  const taskId = `${instanceId}.1`;
  await expect(bridge.press(taskId, PRESS)).rejects.toMatchObject({ code: 'ERR_STORE_DETACHED' });
  await expect(bridge.close()).rejects.toMatchObject({ code: 'ERR_STORE_DETACHED' });

  const saved = /saved as (?<path>.*?): stop/.exec(String(reasons[0]))?.groups?.path;
  const next = await createBridge({ ...optionsFor(center), store: `sqlite:${saved}`, logger });
  expect(await next.press(taskId, PRESS)).toMatchObject({ kind: 'applied' });
  await next.close();
  await center.close();
});
