import { defineConfig } from 'vitest/config';
import { chooseSecondTier, FIRST_TIER } from './test-tiers.ts';
import { listSlowest, refuseSkippedTests, sayWhatIsLeft } from './tier-reporters.ts';

const root = new URL('..', import.meta.url).pathname;
const isCi = process.env.CI === 'true';

/** `npm test`, and with `--mode second` what `npm run test:all` runs after it. */
export default defineConfig(({ mode }) => ({
  root,
  // `TEST_SQLITE=node`: with the SQLite of Node.js itself, as where the native package cannot be loaded.
  // The examples import the library by its name, as a service does.
  resolve: {
    alias: [
      ...(process.env.TEST_SQLITE === 'node' ? [{ find: '@photostructure/sqlite', replacement: 'node:sqlite' }] : []),
      { find: /^bpmn-transaction-bridge$/, replacement: `${root}src/index.ts` },
      { find: /^bpmn-transaction-bridge\/(.*)$/, replacement: `${root}src/$1/index.ts` },
    ],
  },
  test: {
    ...(mode === 'second' ? chooseSecondTier() : FIRST_TIER),
    env: { TEST_TIER: mode === 'second' ? 'second' : 'first' },
    // Small files spend most of their time on loading the library and on running code before it is compiled. Therefore
    // files share a process, and must not leave global state behind.
    isolate: false,
    setupFiles: ['test/support/collect-garbage.ts', ...(mode === 'second' ? [] : ['test/support/fixed-seed.ts'])],
    globalSetup: ['test/support/end-shared-postgres.ts', 'test/support/build-pages.ts'],
    // Vitest's own summary is printed last.
    reporters: [
      ...(isCi ? [refuseSkippedTests] : [sayWhatIsLeft(mode === 'second' ? 'second' : 'first')]),
      ...(isCi && mode !== 'second' ? [listSlowest] : []),
      'default',
    ],
    // Twice as many as the two cores that are expected: tests spend a third of their time waiting.
    maxWorkers: 4,
    // Steps produce much garbage: a larger young generation saves a tenth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Child processes, real sockets and SQLite files: generous, so that correct tests pass on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
}));
