import { InputError } from '../../errors.ts';
import { explanationOf } from '../../plugin/explain/report-explanation.ts';
import type { Store } from '../../store/store.ts';
import type { ExplainedReport } from './explained-report.ts';

/** Reports per query. */
const PAGE = 500;

export async function explainInstance(store: Store, instanceId: string): Promise<ExplainedReport[]> {
  if (!(await store.getInstance(instanceId))) {
    throw new InputError('ERR_INSTANCE_UNKNOWN', `There is no instance ${instanceId}.`, { details: { instanceId } });
  }
  const explained: ExplainedReport[] = [];
  for (;;) {
    const rows = await store.listOutbox({ instanceId, limit: PAGE, after: explained.at(-1)?.seq ?? 0 });
    explained.push(...rows.map(({ seq, state, report }) => ({ seq, ...explanationOf(report), state })));
    if (rows.length < PAGE) return explained;
  }
}
