import type { Reporter } from 'vitest/node';

/** Fails the run when a test was skipped: a check that did not run proves nothing. */
export const refuseSkippedTests: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0) return;
    process.exitCode = 1;
    console.error('\nSkipped, which fails this run:');
    for (const test of skipped) console.error(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
