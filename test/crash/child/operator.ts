import type { Bridge } from '../../../src/index.ts';
import type { IncidentRow } from '../../../src/store/store.ts';
import { nameOfReport } from '../load/refusals.ts';
import type { Operation } from '../world/child-orders.ts';

/**
 * What an operator does who looks in: lets go on what was suspended, mends what stands as an incident, and sends again
 * or skips what the center refused. Others may do the same on other machines, and one of them is heard.
 */
export async function operate(bridge: Bridge, { taken, suspends }: Operation): Promise<void> {
  const [suspended, incidents, reports, messages] = await Promise.all([
    bridge.instances.list({ status: 'suspended' }),
    bridge.incidents.list({ open: true }),
    bridge.outbox.list({ state: 'parked' }),
    bridge.messages.list({ state: 'parked' }),
  ]);
  const skip = { reason: 'the center has it' };
  await Promise.allSettled([
    ...suspended.map(({ instanceId }) => bridge.activate(instanceId)),
    ...incidents.map((incident) => mend(bridge, incident, suspends)),
    ...reports.map(({ seq, report: { item } }) =>
      taken.includes(nameOfReport(item)) ? bridge.outbox.skip(seq, skip) : bridge.outbox.retry(seq),
    ),
    ...messages.map(({ sendId }) =>
      taken.includes(sendId) ? bridge.messages.skip(sendId, skip) : bridge.messages.retry(sendId),
    ),
  ]);
}

async function mend(bridge: Bridge, { incidentId, instanceId, kind }: IncidentRow, suspends: boolean): Promise<void> {
  if (kind === 'wake' && instanceId !== null) await bridge.setVariables(instanceId, { isReady: true });
  if (kind === 'press' && instanceId !== null) await bridge.setVariables(instanceId, { isBegun: true });
  if (kind === 'job' && instanceId !== null && suspends) await suspendNowAndThen(bridge, instanceId);
  await bridge.incidents.retry(incidentId);
}

/** Of a reminder no task is open by then and no report is held, so nobody hears of it; its job is put off. */
async function suspendNowAndThen(bridge: Bridge, instanceId: string): Promise<void> {
  const instance = await bridge.instances.get(instanceId);
  if (instance?.processId === 'reminder' && Math.random() < 1 / 4) await bridge.suspend(instanceId);
}
