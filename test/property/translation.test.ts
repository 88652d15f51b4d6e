/** Random processes: the product must say what BPMN 2.0 and design 5 say, and the harness must notice where it does not. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeHotSubject } from './hot-subject.ts';
import { makePlainEngine } from './plain-engine.ts';
import { makeRecoveredSubject } from './recovered-subject.ts';
import { runProcesses } from './run-processes.ts';

const runs = Number(process.env.ORACLE_RUNS ?? 200);
const seed = Number(process.env.ORACLE_SEED ?? 1);
/** Fewer processes cannot hold every nesting. */
const ENOUGH_TO_COUNT = 200;

test(`${runs} random processes of seed ${seed} report what BPMN says, alive and recovered before every step`, async () => {
  const { census, failures } = await runProcesses({
    runs,
    seed,
    makers: [makeRecoveredSubject, makeHotSubject],
    mostFailures: 3,
    shrink: true,
  });
  console.log(`seed ${seed}, ${runs} processes: ${census.describe()}`);
  expect(failures.join('\n\n')).toBe('');
  if (runs >= ENOUGH_TO_COUNT) expect(census.findRare(0.02)).toEqual([]);
}, 600_000);

test('bpmn-engine alone goes wrong in at least a fifth of them', async () => {
  const { failures } = await runProcesses({
    runs: 60,
    seed,
    makers: [makePlainEngine],
    mostFailures: 60,
    shrink: false,
  });
  expect(failures.length).toBeGreaterThanOrEqual(12);
}, 120_000);

test('the oracle and what draws its processes take nothing from the product but types of the protocol', () => {
  const judges = /^(oracle|expected|inclusive-rule|graph|shape|draw|generate|random)[^.]*\.ts$/;
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder).filter((name) => judges.test(name));
  const imports = files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return [...text.matchAll(/^(import(?: type)?|\} from|export .* from)[^;]*?'([^']+)';/gms)].map(([line]) => [
      name,
      line,
    ]);
  });
  const foreign = imports.filter(([, line = '']) => !/'\.\/[a-z-]+\.ts'/.test(line));
  expect(files).toContain('oracle.ts');
  expect(foreign.map(([, line]) => line)).toEqual([
    "import type { ReportKind } from '../../src/protocol/report.ts';",
    "import type { HandlingStatus } from '../../src/protocol/task-handling.ts';",
  ]);
});
