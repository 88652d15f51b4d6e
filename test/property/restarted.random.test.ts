/** Random processes on a whole bridge with a database file, which is closed and opened again between steps. */
import { expect, test } from 'vitest';
import { seed } from './judge-half.ts';
import { runProcesses } from './run-processes.ts';
import { makeRecoveredSubject } from './subjects/recovered-subject.ts';
import { makeRestartedSubject } from './subjects/restarted-subject.ts';

const restarts = Number(process.env.ORACLE_RESTARTS ?? 6);

test(`${restarts} processes of seed ${seed} report what BPMN says, over restarts of the bridge`, async () => {
  const { failures } = await runProcesses({
    ...{ runs: restarts, seed, makers: [makeRecoveredSubject, makeRestartedSubject] },
    ...{ mostFailures: 1, shrink: false, alone: true },
  });
  expect(failures.join('\n\n')).toBe('');
}, 300_000);
