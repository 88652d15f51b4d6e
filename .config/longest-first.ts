import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take ten seconds or more, in whatever order: without a cache, as on a fresh machine, vitest begins with the
 * largest files, and a small one that takes long would run alone at the end.
 */
export const LONG = [
  'test/admin/page.test.ts',
  'test/bridge/bad-days/half-open.test.ts',
  'test/bridge/centers/switches.test.ts',
  'test/bridge/events/events.test.ts',
  'test/bridge/faults/everything-at-once.test.ts',
  'test/bridge/faults/faults.test.ts',
  'test/bridge/faults/switched-centers.test.ts',
  'test/bridge/rights/instance-methods.test.ts',
  'test/bridge/rights/rights.test.ts',
  'test/bridge/vendor-ways/vendor-ways.test.ts',
  'test/cli/demo.test.ts',
  'test/cli/operate/doctor.test.ts',
  'test/cli/operate/instances.test.ts',
  'test/cli/operate/repairs.test.ts',
  'test/cli/sandbox.test.ts',
  'test/conformance/wrong-centers.test.ts',
  'test/crash/kills.test.ts',
  'test/crash/service-kills.test.ts',
  'test/crash/troubled-machines.test.ts',
  'test/e2e/examples.test.ts',
  'test/e2e/pack.test.ts',
  'test/fuzz/callbacks.test.ts',
  'test/inbox/delegate.test.ts',
  'test/inbox/events.test.ts',
  'test/inbox/live.test.ts',
  'test/inbox/screens.test.ts',
  'test/inbox/suspension.test.ts',
  'test/plugin/migrate/random-migrations.test.ts',
  'test/property/translation-second-half.test.ts',
  'test/property/translation.test.ts',
  'test/store/pooled-postgres-store.test.ts',
  'test/store/postgres-database.test.ts',
  'test/store/postgres-layout.test.ts',
  'test/store/postgres-store.test.ts',
  'test/store/rolling/rolling-deploy.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
