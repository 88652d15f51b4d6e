import { expect, test } from 'vitest';
import { createBridge } from '../../../src/index.ts';
import { answerErrors, answerJson, startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { optionsFor } from '../options-for.ts';

test('a report whose row cannot be read stands parked, which is told as of any other, and holds up no other instance', async () => {
  using file = createDatabaseFile();
  const center = await startHttpCenter();
  let now = Date.UTC(2026, 4, 4, 4);
  const bridge = await createBridge({ ...optionsFor(center), store: file.store, clock: () => now });
  const nodes = [start(), userTask('apply', { assignee: 'anna' }), end()];
  await bridge.deploy(processFile(nodes, 'start > apply > end', { id: 'leave' }));
  center.onTasks = answerJson(503, {});
  const { instanceId } = await bridge.start('leave', { initiator: 'anna' });
  const other = await bridge.start('leave', { initiator: 'anna' });
  await bridge.idle();
  const [entry] = await bridge.outbox.list({ instanceId });
  file.run(`update outbox set report = '{' where seq = ${entry?.seq}`);
  center.onTasks = answerErrors();
  now += 300_000;
  const parked: unknown[] = [];
  bridge.on('report.parked', (event) => void parked.push(event));
  await bridge.idle();
  const told = { seq: entry?.seq, reason: expect.stringContaining('cannot be read') };
  expect(parked).toMatchObject([{ instanceId, ...told }]);
  expect(await bridge.outbox.list({ instanceId })).toMatchObject([{ state: 'parked', ...told }]);
  expect(await bridge.outbox.list({ instanceId: other.instanceId })).toMatchObject([{ state: 'delivered' }]);
  const history = await bridge.history({ instanceId });
  expect(history.filter(({ type }) => type === 'report.parked')).toMatchObject([{ data: told }]);
  // Nothing is gained by another attempt, and it is told again.
  await bridge.outbox.retry(entry?.seq ?? 0);
  await bridge.idle();
  expect(parked).toHaveLength(2);
  await bridge.close();
  await center.close();
});
