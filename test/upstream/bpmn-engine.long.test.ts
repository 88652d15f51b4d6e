/**
 * bpmn-engine's own tests, unchanged, against an engine with our `Process`: what fails is what `known-differences.tsv` lists,
 * no more and no less.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('bpmn-engine', import.meta.url));

interface Result {
  readonly stats: { readonly tests: number };
  readonly failures: readonly { readonly fullTitle: string }[];
}

async function runMocha(): Promise<Result> {
  const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
  const child = spawn(process.execPath, [mocha, '--config', 'mocharc.json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  // A test prints something by itself.
  return JSON.parse(output.slice(output.indexOf('{\n  "stats"'))) as Result;
}

test('each step passes, or is known to differ', async () => {
  const known = (await readFile(`${folder}/known-differences.tsv`, 'utf8')).trim().split('\n');
  const { stats, failures } = await runMocha();
  expect(stats.tests).toBe(767);
  const titles = known.map((line) => line.split('\t')[1] ?? '');
  expect(failures.map(({ fullTitle }) => fullTitle).toSorted()).toEqual(titles.toSorted());
});
