import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProcessTest } from 'bpmn-transaction-bridge/testing';

test('a review is urged and handed in from a form, and the contract is withdrawn', async () => {
  await using contracts = await createProcessTest({
    diagrams: new URL('../processes/contract.bpmn', import.meta.url),
  });
  const variables = { subject: 'Rent', reviewer: 'bo', manager: 'dara' };
  const instanceId = await contracts.start('contract', { initiator: 'anna', variables });
  await contracts.press('anna', 'Draft');

  await contracts.press('anna', 'Review', 'Urge');
  assert.deepEqual(
    contracts.pending().map(({ nodeName, accounts }) => `${nodeName}: ${accounts}`),
    ['Review: bo', 'See to the review: dara'],
  );

  const { opened } = await contracts.press('bo', 'Review', 'Transfer');
  assert.match(String(opened), /^https:\/\/contracts\.example\/transfer\//);

  const { verdict } = await contracts.press('bo', 'Review', 'Handle', { variables: { pages: 12 } });
  assert.equal(verdict?.kind, 'applied');
  assert.equal((await contracts.bridge.instances.variables(instanceId))?.pages, 12);

  await contracts.press('anna', 'Sign', 'Withdraw');
  assert.equal((await contracts.bridge.instances.get(instanceId))?.status, 'revoked');
});
