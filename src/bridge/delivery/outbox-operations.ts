import { InputError } from '../../errors.ts';
import type { Report } from '../../protocol/report.ts';
import type { NextTaskItem } from '../../protocol/task-handling.ts';
import type { ByOperator, OutboxRetry, OutboxRow, Store } from '../../store/port.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { notParked } from './not-parked.ts';
import {
  type AcknowledgeReportOptions,
  type ReportCorrection,
  type RetryReportOptions,
  readAcknowledgeReportOptions,
  readRetryReportOptions,
  readSendNowOptions,
  readSkipReportOptions,
  type SendNowOptions,
  type SkipReportOptions,
} from './outbox-options.ts';

/** Operations on reports that are not delivered. */
export interface OutboxOperations {
  retry(seq: number, options?: RetryReportOptions): Promise<OutboxRow>;
  skip(seq: number, options: SkipReportOptions): Promise<OutboxRow>;
  acknowledge(seq: number, options: AcknowledgeReportOptions): Promise<OutboxRow>;
  now(options?: SendNowOptions): Promise<number>;
}

export function createOutboxOperations(
  store: Pick<
    Store,
    'getOutboxEntry' | 'getTask' | 'retryOutbox' | 'skipOutbox' | 'acknowledgeOutbox' | 'makeOutboxDue'
  >,
  steps: Pick<InstanceSteps, 'apply'>,
  clock: () => number,
  wake: () => void,
): OutboxOperations {
  async function find(seq: number): Promise<OutboxRow> {
    if (!Number.isSafeInteger(seq))
      throw new InputError('ERR_INPUT_INVALID', 'seq: must be the seq of an entry of outbox.list');
    const row = await store.getOutboxEntry(seq);
    if (row) return row;
    throw new InputError('ERR_REPORT_UNKNOWN', `There is no report ${seq}.`, { details: { seq } });
  }

  /** The tasks with new handlers that are still open. A step changes them together with the report. */
  async function findOpen(handlers: ReadonlyMap<string, readonly string[]>) {
    const tasks = await Promise.all([...handlers.keys()].map((taskId) => store.getTask(taskId)));
    return tasks.flatMap((task) =>
      task && task.closedAt === null ? [{ taskId: task.taskId, handlers: handlers.get(task.taskId) ?? [] }] : [],
    );
  }

  async function retryOnce(
    { instanceId }: OutboxRow,
    retry: OutboxRetry,
    correction: ReportCorrection,
  ): Promise<boolean> {
    const { handlers = new Map<string, string[]>() } = correction;
    if ((await findOpen(handlers)).length === 0) return await store.retryOutbox(retry, clock());
    const outcome = await steps.apply(instanceId, async () => {
      const tasks = await findOpen(handlers);
      const row = await find(retry.seq);
      if (tasks.length === 0 || row.state !== 'parked' || row.attempts !== retry.attempts) return { refuse: 'changed' };
      const taskChanges = tasks.map((task) => ({ ...task, handlingGroups: [] }));
      return { trigger: { kind: 'readdress', tasks }, extras: { taskChanges, retried: retry } };
    });
    if ('applied' in outcome) return true;
    return (await findOpen(handlers)).length === 0 && (await store.retryOutbox(retry, clock()));
  }

  return {
    async retry(seq, options = {}) {
      const correction = readRetryReportOptions(seq, options);
      const row = await find(seq);
      if (row.state !== 'parked') throw notParked(...named(row), 'retried');
      const retry = { seq, attempts: row.attempts, ...correct(row, correction), ...byOf(correction) };
      if (!(await retryOnce(row, retry, correction))) throw notParked(...named(await find(seq)), 'retried');
      wake();
      return await find(seq);
    },

    async skip(seq, options) {
      const { reason, ...operator } = readSkipReportOptions(seq, options);
      const row = await find(seq);
      if (!(await store.skipOutbox(row, { at: clock(), reason, ...byOf(operator) })))
        throw notParked(...named(await find(seq)), 'skipped');
      wake();
      return await find(seq);
    },

    async acknowledge(seq, options) {
      const { reason, ...operator } = readAcknowledgeReportOptions(seq, options);
      const decision = { at: clock(), reason, ...byOf(operator) };
      const isDone = await store.acknowledgeOutbox((await find(seq)).seq, decision);
      const row = await find(seq);
      if (isDone) return row;
      const text = `Report ${seq} was not acknowledged: it is ${row.state}, and only an unconfirmed one can be.`;
      throw new InputError('ERR_NOT_PARKED', text, { details: { seq, state: row.state } });
    },

    async now(options = {}) {
      const { seq, ...operator } = readSendNowOptions('', options);
      const which = seq === undefined ? {} : { seq: (await find(seq)).seq };
      const count = await store.makeOutboxDue({ ...which, at: clock(), ...byOf(operator) });
      wake();
      return count;
    },
  };
}

/** @throws {InputError} `ERR_INPUT_INVALID`: the report does not create one of the tasks */
function correct({ seq, report }: OutboxRow, { handlers, handler }: ReportCorrection): Pick<OutboxRetry, 'corrected'> {
  const { item } = report;
  const created = item.next ?? [];
  for (const taskId of handlers?.keys() ?? []) {
    if (created.some((next) => next.taskId === taskId)) continue;
    const ids = created.map((next) => next.taskId).join(', ') || 'none';
    const text = `Report ${seq} does not create the task ${taskId}; it creates: ${ids}.`;
    throw new InputError('ERR_INPUT_INVALID', text, { details: { seq, taskId } });
  }
  const fields = [...(handler === undefined ? [] : ['handler']), ...[...(handlers?.keys() ?? [])].map(fieldOf)];
  if (fields.length === 0) return {};
  const next = created.map((task) => withHandlers(task, handlers?.get(task.taskId ?? '')));
  const corrected: Report = {
    ...report,
    item: { ...item, ...(item.next && { next }), ...(handler !== undefined && { handler }) },
  };
  return { corrected: { report: corrected, fields } };
}

/** The same name without an undefined value. */
function byOf({ by }: { readonly by?: string | undefined }): ByOperator {
  return by === undefined ? {} : { by };
}

const fieldOf = (taskId: string) => `handlers of ${taskId}`;

function withHandlers(task: NextTaskItem, accounts: readonly string[] | undefined): NextTaskItem {
  if (accounts === undefined) return task;
  const { handlingGroup: _group, ...rest } = task;
  return { ...rest, handlers: accounts.join(',') };
}

function named({ seq, state }: OutboxRow) {
  return [`Report ${seq}`, { seq, state }] as const;
}
