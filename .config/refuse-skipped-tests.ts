import type { Reporter } from 'vitest/node';
import { NEEDS_MOUNT } from '../test/support/mount.ts';

/**
 * Fails the run when a test was skipped: a check that did not run proves nothing. Tests that need a permission that not every
 * machine grants are reported too.
 */
export const refuseSkippedTests: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const excused = skipped.filter(({ fullName }) => fullName.includes(NEEDS_MOUNT));
    const refused = skipped.filter((test) => !excused.includes(test));
    if (excused.length > 0) console.error('\nSkipped, since nothing may be mounted on this machine:');
    for (const test of excused) console.error(`  ${test.module.relativeModuleId} > ${test.fullName}`);
    if (refused.length === 0) return;
    process.exitCode = 1;
    console.error('\nSkipped, which fails this run:');
    for (const test of refused) console.error(`  ${test.module.relativeModuleId} > ${test.fullName}`);
  },
};
