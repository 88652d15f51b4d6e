import type { Bridge } from '../bridge/bridge.ts';
import type { OutboxRow } from '../store/store.ts';
import type { SentReport } from './process-test.ts';

const PAGE = 1000;

/** The reports of an instance, or of all instances, in the order in which they were created. */
export async function readReports(bridge: Bridge, instanceId?: string): Promise<SentReport[]> {
  const rows: OutboxRow[] = [];
  const filter = instanceId === undefined ? {} : { instanceId };
  for (let page: OutboxRow[] = []; rows.length === 0 || page.length === PAGE; rows.push(...page)) {
    page = await bridge.outbox.list({ ...filter, limit: PAGE, after: rows.at(-1)?.seq ?? 0 });
    if (page.length === 0) break;
  }
  return Promise.all(rows.map((row) => describe(bridge, row)));
}

async function describe(bridge: Bridge, { report: { item } }: OutboxRow): Promise<SentReport> {
  const { previousTaskId, status, next = [], handler, handlerName, handleStatus } = item;
  const task = await bridge.tasks.get(previousTaskId);
  return {
    nodeId: task?.nodeId ?? null,
    status,
    next: next.map(({ nodeId }) => nodeId),
    handler,
    ...(handlerName !== undefined && { handlerName }),
    ...(handleStatus !== undefined && { handleStatus }),
  };
}
