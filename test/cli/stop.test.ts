import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { bundleProgram } from '../support/bundle-program.ts';

async function start(mostMs: number, takes: 'never' | 'soon' | 'busy') {
  const child = spawn(process.execPath, [await bundleProgram('test/cli/stop.child.ts'), String(mostMs), takes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    line: async () => (await lines.next()).value as unknown,
    exitCode: once(child, 'exit').then(([code]) => code as unknown),
  };
}

it('waits until everything is closed', async () => {
  const child = await start(60_000, 'soon');
  expect(await child.line()).toBe('ready');
  child.kill('SIGTERM');
  expect([await child.line(), await child.line(), await child.exitCode]).toEqual(['closing', 'closed', 0]);
});

it('exits with code 1 if closing takes too long', async () => {
  const child = await start(100, 'never');
  expect(await child.line()).toBe('ready');
  child.kill('SIGTERM');
  expect([await child.line(), await child.exitCode]).toEqual(['closing', 1]);
});

it('exits at once with code 1 on a second signal', async () => {
  const child = await start(600_000, 'never');
  expect(await child.line()).toBe('ready');
  child.kill('SIGINT');
  expect(await child.line()).toBe('closing');
  // One that comes right behind the first is the same key press; so it is pressed until it counts.
  const pressed = setInterval(() => child.kill('SIGINT'), 100);
  expect(await child.exitCode).toBe(1);
  clearInterval(pressed);
});

it('counts a second signal of one key press as the first, however long the process is busy', async () => {
  const child = await start(600_000, 'busy');
  expect(await child.line()).toBe('ready');
  child.kill('SIGINT');
  expect(await child.line()).toBe('closing');
  child.kill('SIGINT');
  expect([await child.line(), await child.exitCode]).toEqual(['closed', 0]);
});
