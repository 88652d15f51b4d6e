import { InputError } from '../../errors.ts';
import type { OutboxRow } from '../../store/store.ts';
import { UsageError } from '../command.ts';
import type { Call } from './action/action.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { printRow } from './print/rows.ts';

const list = listAction('outbox', {
  summary: 'reports in their order, with what the center said',
  view: viewOf,
});

/** Operations on reports to the center. */
export const outbox = createOperateCommand({
  name: 'outbox',
  about: `Reports tell the center what happened to tasks, for each instance in order. Parked: the center refused it finally,
and later ones of the instance wait. Unconfirmed: it may or may not have arrived, and later ones went on. To give other
handlers to tasks that a parked report creates, call bridge.outbox.retry(seq, { handlers }) in the service.`,
  actions: [
    list,
    operationAction('outbox.retry', { find }),
    operationAction('outbox.skip', {
      find,
      preview: async (call, seq) => [
        ...printRow('outbox', viewOf(await read(call, Number(seq)))),
        'The center would not get it: tasks that it creates never appear there.',
      ],
    }),
    operationAction('outbox.acknowledge', { find, note: 'status no longer counts it.' }),
    operationAction('outbox.now', {
      find,
      note: 'A running service tries the oldest within about a second, then the others. What is being sent, or waits behind another report of its instance, is not counted.',
    }),
  ],
});

async function find(_call: Call, seq: string): Promise<string> {
  if (/^\d+$/.test(seq) && Number.isSafeInteger(Number(seq))) return seq;
  throw new UsageError(`${seq}: the seq of a report is a number; outbox list has them.`);
}

async function read({ store }: Call, seq: number): Promise<OutboxRow> {
  const row = await store.getOutboxEntry(seq);
  if (row !== undefined) return row;
  throw new InputError('ERR_REPORT_UNKNOWN', `There is no report ${seq}: outbox list has them.`, { details: { seq } });
}

/** Without what the report says of people and matters. */
function viewOf({ report, refusedIds, ...row }: OutboxRow) {
  const { status, previousTaskId, next = [] } = report.item;
  return {
    ...row,
    refusedIds,
    status,
    previousTaskId,
    next: next.map(({ taskId }) => taskId),
    explanation: report.reason,
  };
}
