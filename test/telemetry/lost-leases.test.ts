/** Work that took longer than its lease is counted by whoever did it in vain. */
import { expect, test } from 'vitest';
import type { CenterClient } from '../../src/center/port.ts';
import { createMessageSender } from '../../src/messages/create-message-sender.ts';
import { createOutbox } from '../../src/outbox/create-outbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTelemetry } from '../../src/telemetry/create-telemetry.ts';
import { errorTypeOf } from '../../src/telemetry/telemetry.ts';
import { aMessage, aReport, NOON, startInstance } from '../store/rows.ts';
import { collectTelemetry } from '../support/collected-telemetry.ts';
import { SENDING } from '../support/sending.ts';

const LEASE_MS = 1_000;

test('a report and a message that another bridge has leased meanwhile', async () => {
  await using collected = collectTelemetry();
  const telemetry = createTelemetry(collected.option, errorTypeOf);
  const store = await openStore('sqlite::memory:');
  let now = NOON;
  /** While the center works, the lease ends, and the next bridge takes the row. */
  const slow: CenterClient = {
    async handleTasks() {
      now += LEASE_MS;
      await store.leaseOutbox({ now, limit: 9, leaseMs: LEASE_MS, owner: 'next' });
      return { kind: 'answered', errors: [] };
    },
    async sendMessage() {
      now += LEASE_MS;
      await store.leaseMessages({ now, limit: 9, leaseMs: LEASE_MS, owner: 'next' });
      return { kind: 'sent', sendId: undefined, problems: [] };
    },
    close: async () => undefined,
  };
  await startInstance(store, 'i-1', [aReport('t-1')]);
  await store.putMessage(aMessage('s-1'));
  const sending = { ...SENDING, store, center: slow, clock: () => now, leaseMs: LEASE_MS, telemetry };
  const outbox = createOutbox({ ...sending, owner: 'reports', batchSize: 9 });
  expect(await outbox.deliverDue()).toBe(0);
  await outbox.close();
  const messages = createMessageSender({ ...sending, owner: 'messages' });
  messages.start();
  await messages.idle();
  await messages.stop();
  const metrics = await collected.metrics();
  expect(metrics.get('bpmn_bridge.lease.lost')).toEqual([
    { value: 1, attributes: { 'bpmn_bridge.lease.kind': 'report' } },
    { value: 1, attributes: { 'bpmn_bridge.lease.kind': 'message' } },
  ]);
  // Only the holder counts what became of it.
  expect(metrics.get('bpmn_bridge.delivery.attempts')).toBeUndefined();
  await store.close();
});

test('what is stored of a span is read again only if it is one', async () => {
  await using collected = collectTelemetry();
  const telemetry = createTelemetry(collected.option, errorTypeOf);
  const origins = [null, '', 'no trace', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, `01-${'a'.repeat(32)}-x-01`];
  await telemetry.inSpan(
    'bpmn_bridge.report',
    { origins: origins.map((traceparent) => ({ traceparent })) },
    async () => undefined,
  );
  await telemetry.inSpan('bpmn_bridge.step', {}, async () => {
    const traceparent = telemetry.traceparent();
    await telemetry.inSpan('bpmn_bridge.report', { origins: [{ traceparent }] }, async () => undefined);
  });
  expect(telemetry.traceparent()).toBeNull();
  const [none, one] = collected.spans('bpmn_bridge.report');
  expect(none?.links).toEqual([]);
  expect(one?.links).toHaveLength(1);
});
