import { defineConfig } from 'vitest/config';
import { refuseSkippedTests } from './refuse-skipped-tests.ts';

const root = new URL('..', import.meta.url).pathname;

const ALL = ['test/**/*.test.ts'];

/** Tests without a server, a browser or a child process. */
const QUICK = filesOf('config', 'house', 'model', 'plugin', 'protocol', 'texts');

/** Long tests of the translation, and tests in a browser, which do not depend on the version of Node.js. */
const LONG = filesOf('property', 'fuzz', 'attacks', 'messages/mutation*', 'bridge/rights', 'inbox');

/** Tests that run partly in `npm test` and completely with `--mode whole`: see `test/support/test-share.ts`. */
const SHARED_OUT = filesOf(
  ...[
    'property/translation*',
    'property/restarted*',
    'fuzz',
    'attacks',
    'store/model',
    'bridge/bad-days/half-open*',
    ...['bridge/shape-table', 'bridge/rights/rights*', 'bridge/centers/switches*', 'bridge/faults/switched*'],
    'bridge/presses/changed-body*',
  ],
  ...['callback/tampering*', 'crash/troubled-machines*', 'crash/service-kills*', 'inbox/delegate*', 'inbox/screens*'],
);

/** Patterns of the test files with these names, and of those in folders with these names, below `test/`. */
function filesOf(...names: readonly string[]): string[] {
  return names.flatMap((name) =>
    name.endsWith('*') ? [`test/${name}.test.ts`] : [`test/${name}.test.ts`, `test/${name}/**/*.test.ts`],
  );
}

/** What `--mode` runs: all by default. */
const FILES: Readonly<Record<string, { readonly include: readonly string[]; readonly exclude?: readonly string[] }>> = {
  quick: { include: QUICK },
  versions: { include: ALL, exclude: LONG },
  whole: { include: SHARED_OUT },
};

export default defineConfig(({ mode }) => {
  const { include, exclude = [] } = FILES[mode] ?? { include: ALL };
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
      include: [...include],
      exclude: [...exclude],
      ...(mode === 'whole' && { env: { TEST_SHARE: 'whole' } }),
      // Small files spend most of their time on loading the library and on running code before it is compiled. Therefore
      // files share a process, and must not leave global state behind.
      isolate: false,
      setupFiles: ['test/support/collect-garbage.ts'],
      globalSetup: ['test/support/end-shared-postgres.ts', 'test/inbox/build-inbox.ts'],
      // Vitest's own summary is printed last.
      reporters: process.env.CI === 'true' ? [refuseSkippedTests, 'default'] : ['default'],
      // Twice as many as the two cores that are expected: tests spend a third of their time waiting.
      maxWorkers: 4,
      // Steps produce much garbage: a larger young generation saves a tenth of the processor time.
      execArgv: ['--max-semi-space-size=64'],
      // Child processes, real sockets and SQLite files: generous, so that correct tests pass on a busy machine.
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
});
