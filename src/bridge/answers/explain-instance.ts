import { InputError } from '../../errors.ts';
import type { Store } from '../../store/port.ts';
import type { ExplainedReport } from './explained-report.ts';

/** Reports per query. */
const PAGE = 500;

export async function explainInstance(store: Store, instanceId: string): Promise<ExplainedReport[]> {
  if (!(await store.getInstance(instanceId))) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  const explained: ExplainedReport[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const rows = await store.listOutbox({ instanceId, limit: PAGE, offset });
    for (const { seq, state, report } of rows) {
      const { previousTaskId, status, next = [] } = report.item;
      const created = next.map(({ taskId }) => taskId ?? '');
      explained.push({ seq, previousTaskId, status, next: created, state, reason: report.reason });
    }
    if (rows.length < PAGE) return explained;
  }
}
