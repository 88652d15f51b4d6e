/**
 * `npm run test:switches`: tells every story in a center of every kind, strikes faults in centers of every kind, and
 * holds the random processes against every kind of sandbox. That takes hours; parts of it are named so:
 *
 * ```sh
 * npm run test:switches -- stories/sub-processes faults
 * npm run test:switches -- stories faults --only 'a lost answer'
 * npm run test:switches -- processes --runs 10000 --from 500 --seed 7
 * ```
 * FAULT_SEED makes the draws of the faults again. The last line says what was run and how much of it went wrong. Exits 1
 * when anything did, and when a part ran nothing.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { describeRun, isWrong, type PartOutcome, readParts, type SwitchParts } from './switch-parts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

async function runTests({ files, only }: SwitchParts): Promise<PartOutcome[]> {
  if (files.length === 0) return [];
  let modules: readonly TestModule[] = [];
  let loose = 0;
  const vitest = await startVitest(
    'test',
    files.map(({ path }) => `${root}${path}`),
    {
      config: `${root}.config/vitest.config.ts`,
      mode: 'second',
      watch: false,
      ...(only === undefined ? {} : { testNamePattern: only }),
      reporters: [
        'default',
        {
          onTestRunEnd(all, errors) {
            modules = all;
            loose = errors.length;
          },
        },
      ],
    },
  );
  await vitest.close();
  const outcomes = [...new Set(files.map(({ part }) => part))].map((part) => {
    const paths = files.filter((file) => file.part === part).map(({ path }) => `${root}${path}`);
    return { part, ...countOf(modules.filter(({ moduleId }) => paths.includes(moduleId))) };
  });
  return loose === 0 ? outcomes : [...outcomes, { part: 'errors beside the tests', ran: loose, wrong: loose }];
}

function countOf(modules: readonly TestModule[]): Omit<PartOutcome, 'part'> {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const ran = tests.filter((test) => ['passed', 'failed'].includes(test.result().state));
  const failed = ran.filter((test) => test.result().state === 'failed');
  // Of a file that cannot be loaded there are no tests.
  const unloaded = modules.filter((module) => module.errors().length > 0);
  return { ran: ran.length + unloaded.length, wrong: failed.length + unloaded.length };
}

async function runOracle(args: readonly string[]): Promise<PartOutcome> {
  const child = spawn('npx', ['tsx', 'test/property/run-oracle.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text);
    said += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const [, ran = '0', wrong = '0'] = [...said.matchAll(/^(\d+) processes, (\d+) went wrong$/gm)].at(-1) ?? [];
  // It also fails where it saw too little to judge by: then that is what is wrong.
  return {
    part: `processes (${args.join(' ')})`,
    ran: Number(ran),
    wrong: Math.max(Number(wrong), code === 0 ? 0 : 1),
  };
}

function readOrSay(args: readonly string[]): SwitchParts {
  try {
    return readParts(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

process.env.SWITCHES = 'all';
process.env.FAULT_SEED ??= String(randomInt(0x1_0000_0000));
const parts = readOrSay(process.argv.slice(2));
const outcomes = await runTests(parts);
if (parts.oracle !== undefined) outcomes.push(await runOracle(parts.oracle));
console.log(`\n${describeRun(outcomes, process.env.FAULT_SEED)}`);
process.exitCode = isWrong(outcomes) ? 1 : 0;
