/** Random processes: the product must say what BPMN 2.0 and design 5 say, and the harness must notice where it does not. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeHalf, runs, seed } from './judge-half.ts';
import { runProcesses } from './run-processes.ts';
import { makePlainEngine } from './subjects/plain-engine.ts';

/** Fewer processes cannot hold every nesting. To draw and play them takes little: it is the judging that takes long. */
const COUNTED = Math.max(runs, 250);
const PLAIN = 40;

judgeHalf(0);

test(`every shape, nesting and happening is in 2 % of ${COUNTED} processes of seed ${seed} or more`, async () => {
  // What happens is decided without anybody to judge: the same presses, on the oracle alone.
  const { census, failures } = await runProcesses({ runs: COUNTED, seed, makers: [], mostFailures: 1, shrink: false });
  console.log(`seed ${seed}, ${COUNTED} processes: ${census.describe()}`);
  expect(failures).toEqual([]);
  expect(census.findRare(0.02)).toEqual([]);
}, 120_000);

test('bpmn-engine alone goes wrong in at least a fifth of them', async () => {
  const { failures } = await runProcesses({
    runs: PLAIN,
    seed,
    makers: [makePlainEngine],
    mostFailures: PLAIN,
    shrink: false,
  });
  console.log(`bpmn-engine alone went wrong in ${failures.length} of ${PLAIN}`);
  expect(failures.length).toBeGreaterThanOrEqual(PLAIN / 5);
}, 120_000);

test('the oracle and what draws its processes take nothing from the product but types of reports', () => {
  const root = new URL('./', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isJudge);
  const imports = files.flatMap((name) => {
    const text = readFileSync(new URL(name, root), 'utf8');
    return [...text.matchAll(/^(?:import(?: type)?|\} from|export [^\n]* from)[^;]*?'([^']+)';/gms)].map(
      ([line, path = '']) => ({ line, path: join(dirname(name), path) }),
    );
  });
  expect(files).toContain('oracle/token-game/token-mover.ts');
  expect(imports.filter(({ path }) => !isJudge(path)).map(({ line }) => line)).toEqual([
    "import type { TaskHandlingItem } from '../../../src/index.ts';",
    "import type { HandlingStatus, ReportKind } from '../../../src/index.ts';",
  ]);
});

const isJudge = (path: string) => /^(random|(conditions|draw|generate|oracle)\/[a-z/-]+)\.ts$/.test(path);
