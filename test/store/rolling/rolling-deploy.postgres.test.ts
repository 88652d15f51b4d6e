/** Services of several versions of the library, as processes of their own, on one database for the length of a deploy. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Health } from '../../../src/index.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { bundleProgram, type OtherVersion } from '../../support/bundle-program.ts';
import { createEmptyDatabase } from '../../support/shared-postgres.ts';
import type { Answer, Request } from './service.child.ts';

const versionOf = (name: string): OtherVersion => ({
  name,
  replaces: { 'src/store/migrations/migrations.ts': `test/store/rolling/${name}-migrations.ts` },
});
const EXPANDED = versionOf('expanded');
const CONTRACTED = versionOf('contracted');

interface Service {
  readonly logged: readonly string[];
  ask(request: Request): Promise<unknown>;
  close(): Promise<void>;
}

async function startService(
  version: OtherVersion | undefined,
  store: string,
  { baseUrl, authUrl }: Sandbox,
): Promise<Service> {
  const child: ChildProcess = fork(await bundleProgram('test/store/rolling/service.child.ts', { version }), [
    store,
    baseUrl,
    authUrl,
  ]);
  const logged: string[] = [];
  const answers: Exclude<Answer, { kind: 'log' }>[] = [];
  child.on('message', (message: Answer) => {
    if (message.kind === 'log') logged.push(message.event);
    else answers.push(message);
    child.emit('told');
  });
  const next = async () => {
    while (answers.length === 0) await once(child, 'told');
    const answer = answers.shift();
    if (answer?.kind === 'failed') throw Object.assign(new Error(answer.code), { code: answer.code });
    return answer?.kind === 'done' ? answer.value : undefined;
  };
  await next();
  return {
    logged,
    ask(request) {
      child.send(request);
      return next();
    },
    async close() {
      const ended = once(child, 'exit');
      child.send({ kind: 'close' } satisfies Request);
      await ended;
    },
  };
}

it('an expand migration disturbs nobody; a contract migration stops only versions that are too old', async () => {
  const { url, drop } = await createEmptyDatabase();
  const sandbox = await createSandbox();
  // The first version, and the one that replaces it, in the middle of a rolling deploy.
  const old = await startService(undefined, url, sandbox);
  const begun = await old.ask({ kind: 'start', startKey: 'begun by the old one' });
  const newer = await startService(EXPANDED, url, sandbox);
  const later = await startService(undefined, url, sandbox);
  const other = await newer.ask({ kind: 'start', startKey: 'begun by the newer one' });
  expect(await newer.ask({ kind: 'press', taskId: `${begun}.1`, account: 'anna' })).toBe('applied');
  expect(await later.ask({ kind: 'press', taskId: `${other}.1`, account: 'anna' })).toBe('applied');
  for (const service of [old, later, newer]) {
    await service.ask({ kind: 'idle' });
    const problems = service === newer ? [] : [expect.stringContaining('(0901-expand): update this service too.')];
    expect(await service.ask({ kind: 'health' })).toMatchObject({ ok: true, storeNewer: false, problems });
  }
  expect(await old.ask({ kind: 'start', startKey: 'begun by the newer one' })).toBe(other);
  expect(
    sandbox
      .pending('bo')
      .map(({ taskId }) => taskId)
      .toSorted(),
  ).toEqual([`${begun}.2`, `${other}.2`].toSorted());
  await later.close();

  // The next release, while one of the first version still runs.
  const last = await startService(CONTRACTED, url, sandbox);
  let health = (await old.ask({ kind: 'health' })) as Health;
  while (health.ok) {
    await setTimeout(100);
    health = (await old.ask({ kind: 'health' })) as Health;
  }
  expect(health).toMatchObject({ ok: false, storeNewer: true, storeReachable: true });
  expect(health.problems.join()).toContain('A newer version of the library has migrated the database');
  expect(old.logged.filter((event) => event === 'store.newer')).toHaveLength(1);
  await expect(old.ask({ kind: 'start', startKey: 'too late' })).rejects.toMatchObject({ code: 'ERR_STORE_NEWER' });
  const pressed = old.ask({ kind: 'press', taskId: `${begun}.2`, account: 'bo' });
  await expect(pressed).rejects.toMatchObject({ code: 'ERR_STORE_NEWER' });
  await expect(startService(undefined, url, sandbox)).rejects.toMatchObject({ code: 'ERR_STORE_NEWER' });

  expect(await newer.ask({ kind: 'press', taskId: `${begun}.2`, account: 'bo' })).toBe('applied');
  expect(await last.ask({ kind: 'press', taskId: `${other}.2`, account: 'bo' })).toBe('applied');
  for (const service of [newer, last]) await service.ask({ kind: 'idle' });
  const problems = [expect.stringContaining('(0902-contract): update this service too.')];
  expect(await newer.ask({ kind: 'health' })).toMatchObject({ ok: true, storeNewer: false, problems });
  expect(sandbox.pending('bo')).toEqual([]);
  for (const service of [old, newer, last]) await service.close();
  await sandbox.close();
  await drop();
}, 240_000); // Three services start one after the other, on a busy machine for a minute.
