import { defineConfig } from 'vitest/config';
import { refuseSkippedTests } from './refuse-skipped-tests.ts';

const root = new URL('..', import.meta.url).pathname;

/** What needs no server, browser or process of its own. */
const QUICK = filesOf('config', 'house', 'model', 'plugin', 'protocol', 'texts');

/** What starts programs. */
const APART = filesOf('cli', 'crash', 'e2e', 'bridge/bad-days');

/** What judges the translation at length, and the page in a browser: no version of Node matters to it. */
const LONG = filesOf('property', 'fuzz', 'messages/mutation*', 'bridge/rights', 'inbox');

/** What does a share of its work in `npm test`, and all of it with `--mode whole`: see `test/support/test-share.ts`. */
const SHARED_OUT = filesOf(
  ...[
    'property/translation*',
    'property/restarted*',
    'fuzz',
    'store/model',
    'bridge/bad-days/half-open*',
    'bridge/changed-body*',
  ],
  ...['callback/tampering*', 'crash/troubled-nodes*', 'inbox/delegate*', 'inbox/screens*'],
);

/** Test files of folders below `test/`, and of those that are called like a folder or a pattern. */
function filesOf(...names: readonly string[]): string[] {
  return names.flatMap((name) =>
    name.endsWith('*') ? [`test/${name}.test.ts`] : [`test/${name}.test.ts`, `test/${name}/**/*.test.ts`],
  );
}

export default defineConfig(({ mode }) => {
  const isWhole = mode === 'whole';
  // Most of the time of a small file goes into loading the library, and into running code that no compiler has seen yet:
  // files share a process, and leave nothing behind in it.
  const shared = { isolate: false, setupFiles: ['test/support/collect-garbage.ts'] };
  const projects = [
    { name: 'apart', include: APART, ...shared },
    { name: 'full', include: ['test/**/*.test.ts'], exclude: [...APART, ...QUICK, ...LONG], ...shared },
    { name: 'long', include: LONG, ...shared },
    { name: 'quick', include: QUICK, ...shared },
  ];
  const whole = { name: 'whole', include: SHARED_OUT, env: { TEST_SHARE: 'whole' }, ...shared };
  return {
    root,
    // The examples import the library by its name, as a service does.
    resolve: {
      alias: [
        { find: /^bpmn-transaction-bridge$/, replacement: `${root}src/index.ts` },
        { find: /^bpmn-transaction-bridge\/(.*)$/, replacement: `${root}src/$1/index.ts` },
      ],
    },
    test: {
      globalSetup: ['test/support/end-shared-postgres.ts', 'test/inbox/build-inbox.ts'],
      // Vitest's own summary comes last.
      reporters: process.env.CI === 'true' ? [refuseSkippedTests, 'default'] : ['default'],
      // One more than the two cores that are counted on: a third of what tests take is waiting.
      maxWorkers: 3,
      // Steps leave much garbage: a larger young generation saves a tenth of the processor time.
      execArgv: ['--max-semi-space-size=64'],
      projects: (isWhole ? [whole] : projects).map((test) => ({ extends: true as const, test })),
      // Child processes, real sockets and SQLite files: generous, so that a busy machine does not fail a right test.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
});
