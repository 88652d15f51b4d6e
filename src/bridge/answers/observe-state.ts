import type { Store } from '../../store/store.ts';
import type { Observe } from '../../telemetry/telemetry.ts';
import type { BridgeContext } from '../context/context.ts';
import type { BridgeLoops } from '../loops/all-loops.ts';
import { overdueMs } from './health.ts';

/** Reads what waits, what failed and what is open whenever the metrics are collected. */
export function observeState(
  { telemetry, store, clock }: BridgeContext,
  loops: Pick<BridgeLoops, 'circuitsOpenUntil'>,
): void {
  telemetry.observe(async (observe) => {
    // First what needs no database: it says most when the database does not answer.
    observeConnections(store, observe);
    const paused = loops.circuitsOpenUntil();
    observe('bpmn_bridge.delivery.paused', Number(paused.reports > 0), REPORT);
    observe('bpmn_bridge.delivery.paused', Number(paused.messages > 0), MESSAGE);
    await observeBacklog(store, clock(), observe);
    for (const kind of ['job', 'wake-up', 'timer-start'] as const) {
      const overdue = overdueMs(await store.nextDueAt(kind), clock());
      observe('bpmn_bridge.work.overdue', overdue / 1_000, { 'bpmn_bridge.work.kind': kind });
    }
    const open = await store.countOpen();
    for (const { processId, status, instances } of open)
      observe('bpmn_bridge.instance.open', instances, {
        'bpmn_bridge.process.id': processId,
        'bpmn_bridge.instance.status': status,
      });
    for (const processId of new Set(open.map((each) => each.processId))) {
      const tasks = open.reduce((sum, each) => sum + (each.processId === processId ? each.openTasks : 0), 0);
      observe('bpmn_bridge.task.open', tasks, { 'bpmn_bridge.process.id': processId });
    }
  });
}

const REPORT = { 'bpmn_bridge.delivery.kind': 'report' } as const;
const MESSAGE = { 'bpmn_bridge.delivery.kind': 'message' } as const;

async function observeBacklog(store: Pick<Store, 'countBacklog'>, now: number, observe: Observe): Promise<void> {
  const { reports, messages, incidents, failedJobs, due } = await store.countBacklog(now);
  const waiting = (kind: typeof REPORT | typeof MESSAGE, states: Readonly<Record<string, number>>) => {
    for (const [state, number] of Object.entries(states))
      observe('bpmn_bridge.delivery.waiting', number, { ...kind, 'bpmn_bridge.delivery.state': state });
  };
  waiting(REPORT, { pending: reports.pending, parked: reports.parked, unconfirmed: reports.unconfirmed });
  waiting(MESSAGE, { pending: messages.pending, parked: messages.parked });
  const age = (oldest: number | null) => (oldest === null ? 0 : Math.max(0, now - oldest) / 1_000);
  observe('bpmn_bridge.delivery.oldest_age', age(reports.oldestPendingAt), REPORT);
  observe('bpmn_bridge.delivery.oldest_age', age(messages.oldestPendingAt), MESSAGE);
  observe('bpmn_bridge.incident.open', incidents, {});
  observe('bpmn_bridge.job.failed', failedJobs, {});
  observe('bpmn_bridge.work.due', due, {});
}

function observeConnections({ connectionCounts }: Pick<Store, 'connectionCounts'>, observe: Observe): void {
  for (const { pool, used, idle, waiting, max } of connectionCounts?.() ?? []) {
    const named = { 'db.client.connection.pool.name': `bpmn_bridge.${pool}` };
    observe('db.client.connection.count', used, { ...named, 'db.client.connection.state': 'used' });
    observe('db.client.connection.count', idle, { ...named, 'db.client.connection.state': 'idle' });
    observe('db.client.connection.max', max, named);
    observe('db.client.connection.pending_requests', waiting, named);
  }
}
