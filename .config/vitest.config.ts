import { defineConfig } from 'vitest/config';
import { refuseSkippedTests } from './refuse-skipped-tests.ts';

const root = new URL('..', import.meta.url).pathname;

/** What needs no server, browser or process of its own, and leaves nothing behind in the one that it shares. */
const QUICK = ['config', 'house', 'model', 'plugin', 'protocol', 'texts'].flatMap((name) => [
  `test/${name}.test.ts`,
  `test/${name}/**/*.test.ts`,
]);

/** What judges the translation at length, and the page in a browser: half of the time, and no version of Node matters. */
const LONG = ['property', 'fuzz', 'messages/mutation*', 'bridge/rights', 'inbox'].flatMap((name) =>
  name.endsWith('*') ? [`test/${name}.test.ts`] : [`test/${name}/**/*.test.ts`],
);

export default defineConfig({
  root,
  test: {
    globalSetup: ['test/support/end-shared-postgres.ts', 'test/inbox/build-inbox.ts'],
    // Vitest's own summary comes last.
    reporters: process.env.CI === 'true' ? [refuseSkippedTests, 'default'] : ['default'],
    maxWorkers: 2,
    projects: [
      // Most of the time of a small file goes into loading the library: here files share what is loaded.
      { extends: true, test: { name: 'quick', include: QUICK, isolate: false } },
      { extends: true, test: { name: 'full', include: ['test/**/*.test.ts'], exclude: [...QUICK, ...LONG] } },
      { extends: true, test: { name: 'long', include: LONG } },
    ],
    // Child processes, real sockets and SQLite files: generous, so that a busy machine does not fail a right test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
