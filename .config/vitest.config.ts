import { defineConfig } from 'vitest/config';
import { refuseSkippedTests } from './refuse-skipped-tests.ts';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/end-shared-postgres.ts', 'test/inbox/build-inbox.ts'],
    // Vitest's own summary comes last.
    reporters: process.env.CI === 'true' ? [refuseSkippedTests, 'default'] : ['default'],
    // Child processes, real sockets and SQLite files: generous, so that a busy machine does not fail a right test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
