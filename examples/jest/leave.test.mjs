import { createProcessTest } from 'bpmn-transaction-bridge/testing';

let leave;

beforeAll(async () => {
  leave = await createProcessTest({ diagrams: 'processes/leave-approval.bpmn' });
}, 30_000);

afterAll(() => leave.close());

test('the request goes to the manager', async () => {
  await leave.start('leave-approval', { initiator: 'anna', variables: { manager: 'bo', days: 2 } });
  await leave.press('anna', 'Apply');
  expect(leave.pending()).toMatchObject([{ nodeName: 'Manager approval', accounts: ['bo'] }]);
});
