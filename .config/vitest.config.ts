import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';
import { refuseSkippedTests } from './refuse-skipped-tests.ts';

const root = new URL('..', import.meta.url).pathname;

/** Tests without a server, a browser or a child process. */
const QUICK = ['config', 'house', 'model', 'plugin', 'protocol', 'texts'].flatMap((name) => [
  `test/${name}.test.ts`,
  `test/${name}/**/*.test.ts`,
]);

/** `--mode quick`: only these files; `--mode whole`: all, also what `test/support/test-share.ts` otherwise leaves out. */
export default defineConfig(({ mode }) => ({
  root,
  // The examples import the library by its name, as a service does.
  resolve: {
    alias: [
      { find: /^bpmn-transaction-bridge$/, replacement: `${root}src/index.ts` },
      { find: /^bpmn-transaction-bridge\/(.*)$/, replacement: `${root}src/$1/index.ts` },
    ],
  },
  test: {
    include: mode === 'quick' ? QUICK : ['test/**/*.test.ts'],
    ...(mode === 'whole' && { env: { TEST_SHARE: 'whole' } }),
    // Small files spend most of their time on loading the library and on running code before it is compiled. Therefore
    // files share a process, and must not leave global state behind.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/support/collect-garbage.ts'],
    globalSetup: ['test/support/end-shared-postgres.ts', 'test/support/build-pages.ts'],
    // Vitest's own summary is printed last.
    reporters: process.env.CI === 'true' ? [refuseSkippedTests, 'default'] : ['default'],
    // Twice as many as the two cores that are expected: tests spend a third of their time waiting.
    maxWorkers: 4,
    // Steps produce much garbage: a larger young generation saves a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Child processes, real sockets and SQLite files: generous, so that correct tests pass on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
}));
