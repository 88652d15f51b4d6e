/** `npm run conformance`: runs the suite and the probes and prints the page. Exits 1 when a rule does not hold. */
import { fileURLToPath } from 'node:url';
import type { TestCase, TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { type AskedProbe, type TriedRule, writePage } from './conformance-page.ts';
import { PROBES } from './probes.ts';
import { readVariables } from './variables.ts';

const FILES = ['rules', 'probes'];
const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

function readCenter(): string {
  try {
    return readVariables(process.env)?.CENTER_URL ?? 'a sandbox of its own (CENTER_URL is not set)';
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const center = readCenter();
let modules: readonly TestModule[] = [];
const vitest = await startVitest(
  'test',
  FILES.map((name) => pathOf(`${name}.test.ts`)),
  {
    config: pathOf('../../.config/vitest.config.ts'),
    watch: false,
    // The page is in the order of the files, and a real center is asked one thing at a time.
    fileParallelism: false,
    reporters: [
      {
        onTestRunEnd: (all) => {
          modules = all;
        },
      },
    ],
  },
);
await vitest.close();

const fileOf = (module: TestModule) => FILES.findIndex((name) => module.moduleId === pathOf(`${name}.test.ts`));
const tests = modules
  .toSorted((one, other) => fileOf(one) - fileOf(other))
  .flatMap((module) => [...module.children.allTests()]);
const isProbe = ({ name }: TestCase) => name.startsWith('probe ');

const rules = tests
  .filter((test) => !isProbe(test))
  .map((test): TriedRule => {
    const { byHand, leftOut } = test.meta();
    const broken = faultOf(test);
    return { title: test.name, ...(broken && { broken }), ...(byHand && { byHand }), ...(leftOut && { leftOut }) };
  });
const probes = PROBES.map((probe): AskedProbe => {
  const test = tests.find(({ name }) => name.startsWith(`probe ${probe.name}: `));
  const [seen, broken] = [test?.meta().probe?.seen, test === undefined ? 'it was not asked' : faultOf(test)];
  return { probe, ...(seen && { seen }), ...(broken && { broken }) };
});

console.log(writePage(center, rules, probes));
for (const error of modules.flatMap((module) => module.errors())) console.error(error.message);
const isWrong = rules.length === 0 || rules.some(({ broken }) => broken) || probes.some(({ broken }) => broken);
process.exitCode = isWrong ? 1 : 0;

function faultOf(test: TestCase): string | undefined {
  const { state, errors } = test.result();
  if (state === 'passed') return undefined;
  return errors?.map(({ message, diff }) => [message, diff].filter(Boolean).join('\n')).join('\n') ?? state;
}
