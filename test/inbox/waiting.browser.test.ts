import { expect, test } from 'vitest';
import { catchEvent, timer } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { usePages } from './open-page.ts';
import { detail, eventually, row } from './page-steps.ts';

const WAITING = draw({
  id: 'payment',
  people: { approve: 'bo' },
  others: [catchEvent('pay-day', timer('P1D'))],
  paths: 'start > approve > pay-day > end',
});

const pages = usePages();

test('while a process waits, its initiator sees where, and the account of the service that it cannot act', async () => {
  const inbox = await pages.start();
  await inbox.bridge.deploy(WAITING);
  await inbox.begin('payment', 'anna', 'PAY-1', {});
  await inbox.handle('bo', 'approve', 'Submit');
  await eventually(() => inbox.center.pending('demo-service').map(({ nodeId }) => nodeId)).toEqual(['pay-day']);
  const ofService = await pages.open(inbox, `/demo-service/pending/${inbox.pending('demo-service', 'pay-day').taskId}`);
  await detail(ofService).getByText('Nobody can handle this task.').waitFor();

  const page = await pages.open(inbox, '/anna/initiated');
  await row(page, 'Transactions you started', /now at pay-day/).click();
  const tasks = detail(page).getByRole('region', { name: 'Tasks of this transaction' });
  const waiting = tasks.getByRole('listitem').filter({ hasText: 'pay-day' });
  await waiting.getByText('Business system of the demo').waitFor();
  expect(await tasks.getByRole('listitem').filter({ hasText: 'approve' }).getByText('Handled').count()).toBe(1);

  inbox.center.advanceClock(2 * 86_400_000);
  await inbox.bridge.idle();
  await detail(page).getByText('Concluded').first().waitFor();
});
