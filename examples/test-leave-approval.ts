import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProcessTest } from 'bpmn-transaction-bridge/testing';

test('a long leave needs the manager and a director', async () => {
  await using leave = await createProcessTest({
    diagrams: new URL('../processes/leave-approval.bpmn', import.meta.url),
  });
  const variables = { manager: 'bo', days: 5 };
  const instanceId = await leave.start('leave-approval', { initiator: 'anna', variables });
  await leave.press('anna', 'Apply');
  await leave.press('bo', 'Manager approval', 'Approve');
  await leave.restart();

  const waiting = leave.pending().map(({ nodeName, accounts }) => `${nodeName}: ${accounts}`);
  assert.deepEqual(waiting, ['Director approval: dara']);

  await leave.press('dara', 'Director approval', 'Approve', { opinions: 'Enjoy it.' });
  const reports = await leave.reports(instanceId);
  assert.deepEqual(
    reports.map(({ nodeId, status, next }) => [nodeId, status, ...next].join(' ')),
    [' next apply', 'apply next manager-approval', 'manager-approval next director-approval', 'director-approval end'],
  );
  assert.equal((await leave.bridge.instances.get(instanceId))?.status, 'ended');
});
