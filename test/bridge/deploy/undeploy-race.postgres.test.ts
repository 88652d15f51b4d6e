/** Two bridges on one database: one starts a process while the other undeploys it. */
import { expect, test } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createMigratedDatabase } from '../../support/shared-postgres.ts';
import { optionsFor } from '../options-for.ts';

test('of a start in one bridge and an undeployment in another, exactly one wins', async () => {
  const { url, drop } = await createMigratedDatabase();
  const center = await startHttpCenter();
  const [one, other] = await Promise.all([1, 2].map(() => createBridge({ ...optionsFor(center), store: url })));
  if (one === undefined || other === undefined) throw new TypeError('both are open');
  let starts = 0;
  for (let round = 0; round < 12; round += 1) {
    const task = userTask('apply', { assignee: 'anna', name: `Apply ${round}` });
    const { definitionId } = await one.deploy(
      processFile([start(), task, end()], 'start > apply > end', { id: 'leave' }),
    );
    const [started, undeployed] = await Promise.allSettled([
      one.start('leave', { initiator: 'anna', definitionId }),
      other.definitions.undeploy(definitionId),
    ]);
    expect([started.status, undeployed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = [started, undeployed].find((each) => each.status === 'rejected');
    const code = lost?.status === 'rejected' ? lost.reason.code : undefined;
    expect(code).toBe(started.status === 'fulfilled' ? 'ERR_DEFINITION_IN_USE' : 'ERR_PROCESS_UNKNOWN');
    if (started.status === 'fulfilled') starts += 1;
  }
  expect(await one.instances.list()).toHaveLength(starts);
  await Promise.all([one.close(), other.close()]);
  await center.close();
  await drop();
});
