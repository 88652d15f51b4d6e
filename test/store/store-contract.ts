import { afterEach, describe } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { describeBacklog } from './contract/backlog.ts';
import { describeClosing } from './contract/closing.ts';
import { describeDefinitionRetention } from './contract/definition-retention.ts';
import { describeDefinitions } from './contract/definitions.ts';
import { describeIncidents } from './contract/incidents.ts';
import { describeJobs } from './contract/jobs.ts';
import { describeLeases } from './contract/leases.ts';
import { describeLists } from './contract/lists.ts';
import { describeMessages } from './contract/messages.ts';
import { describeNextDue } from './contract/next-due.ts';
import type { OpenStore } from './contract/open-store.ts';
import { describeOperators } from './contract/operators.ts';
import { describeOutbox } from './contract/outbox.ts';
import { describeParkedReports } from './contract/parked-reports.ts';
import { describePresses } from './contract/presses.ts';
import { describeRefusedSystemTasks } from './contract/refused-system-tasks.ts';
import { describeRestores } from './contract/restores.ts';
import { describeRetention } from './contract/retention.ts';
import { describeSignals } from './contract/signals.ts';
import { describeSigningKeys } from './contract/signing-keys.ts';
import { describeSteps } from './contract/steps.ts';
import { describeTaskStatus } from './contract/task-status.ts';
import { describeTimerStarts } from './contract/timer-starts.ts';
import { describeUndeploy } from './contract/undeploy.ts';
import { describeUnprovenTasks } from './contract/unproven-tasks.ts';
import { describeWakeUps } from './contract/wake-ups.ts';

/** What every store must do, one part for each idea. */
const PARTS: readonly ((openStore: OpenStore) => void)[] = [
  describeDefinitions,
  describeUndeploy,
  describeSteps,
  describeLists,
  describeTaskStatus,
  describeSigningKeys,
  describePresses,
  describeJobs,
  describeWakeUps,
  describeTimerStarts,
  describeSignals,
  describeOutbox,
  describeParkedReports,
  describeUnprovenTasks,
  describeRefusedSystemTasks,
  describeIncidents,
  describeRestores,
  describeMessages,
  describeOperators,
  describeNextDue,
  describeBacklog,
  describeRetention,
  describeDefinitionRetention,
  describeLeases,
  describeClosing,
];

/** Holds a driver to the contract. `openStore` gives a store on an empty database of its own; the suite closes it. */
export function describeStoreContract(driver: string, openStore: OpenStore): void {
  describe(`store on ${driver}`, () => {
    const opened: Store[] = [];
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });
    const openForTest = async (): Promise<Store> => {
      const store = await openStore();
      opened.push(store);
      return store;
    };
    for (const describePart of PARTS) describePart(openForTest);
  });
}
