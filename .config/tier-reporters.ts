import type { Reporter, TestModule } from 'vitest/node';
import { NEEDS_MOUNT } from '../test/support/mount.ts';
import { NEEDS } from './test-tiers.ts';

/** Says in one line what the run left out, and how to have it run. */
export const sayWhatIsLeft = (tier: 'first' | 'second'): Reporter => ({
  onTestRunEnd() {
    const missing = NEEDS.filter(({ isMet }) => !isMet);
    if (tier === 'first') {
      console.log(
        '\nNot run: browsers, PostgreSQL, random runs, kills and packages. `npm run test:all` runs them too.',
      );
    } else if (missing.length > 0) {
      const lines = missing.map(({ words, what, install }) => `*.${words.join(', *.')}, without ${what} (${install})`);
      console.log(`\nNot run: ${lines.join('; ')}.`);
    }
  },
});

/** Fails the run when a test was skipped: a check that did not run proves nothing. A full disk needs a mount, which not every machine grants. */
export const refuseSkippedTests: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    const refused = skipped.filter(({ fullName }) => !fullName.includes(NEEDS_MOUNT));
    for (const test of skipped) {
      const kind = refused.includes(test)
        ? 'Skipped, which fails this run'
        : 'Skipped, since nothing may be mounted here';
      console.error(`${kind}: ${test.module.relativeModuleId} > ${test.fullName}`);
    }
    if (refused.length > 0) process.exitCode = 1;
  },
};

/** The slowest files of a run, with the seconds that they took beside others. */
export const listSlowest: Reporter = {
  onTestRunEnd(modules) {
    const secondsOf = (module: TestModule) =>
      (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000;
    const slowest = modules.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, 10);
    console.log('\nThe ten slowest files:');
    for (const module of slowest)
      console.log(`${secondsOf(module).toFixed(1).padStart(7)} s  ${module.relativeModuleId}`);
  },
};
